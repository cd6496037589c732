/** Columns of `sessions` as migrations of then made them, one a line: name and type. */
export interface FrozenColumn {
  name: string
  type: string
}

const columns = (text: string): readonly FrozenColumn[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ')
      return { name: line.slice(0, space), type: line.slice(space + 1) }
    })

/** Migration 001. */
export const firstSessionColumns = columns(`
id String
origin LowCardinality(String)
workspace LowCardinality(String)
published Bool
sensor LowCardinality(String)
capture LowCardinality(String)
first_packet DateTime64(3, 'UTC')
last_packet DateTime64(3, 'UTC')
ip_protocol UInt8
transport LowCardinality(String)
protocols Array(LowCardinality(String))
vlans Array(UInt16)
src_ip IPv6
src_port UInt16
src_bytes UInt64
src_packets UInt64
dst_ip IPv6
dst_port UInt16
dst_bytes UInt64
dst_packets UInt64
ttl UInt8
ip_id UInt32
icmp_type Nullable(UInt8)
icmp_code Nullable(UInt8)
tcp_syn UInt32
tcp_syn_ack UInt32
tcp_ack UInt32
tcp_psh UInt32
tcp_rst UInt32
tcp_fin UInt32
tcp_urg UInt32
handshake Bool
init_rtt Nullable(Float64)
tcp_sequence UInt32
tcp_window UInt32
tcp_options LowCardinality(String)
sequence_is_destination Bool
masscan_id Bool
http_count UInt32
http_method Array(String)
http_uri Array(String)
http_path Array(String)
http_version Array(String)
http_host Array(String)
http_useragent Array(String)
http_request_header Array(String)
http_cookie_keys Array(String)
http_request_authorization Array(String)
http_request_cookies Array(String)
http_request_origin Array(String)
http_request_referer Array(String)
http_content_type Array(String)
http_body_md5 Array(String)
http_body_start Array(String)
http_status_code Array(UInt16)
http_server String
tls_version Array(String)
tls_ja3 Array(String)
tls_ja4 Array(String)
tls_server_name Array(String)
tls_alpn Array(String)
tls_cipher Array(String)
ssh_client_version String
ssh_server_version String
ssh_hassh LowCardinality(String)
ssh_hassh_server LowCardinality(String)
ssh_client_kex String
ssh_key String
telnet_lines Array(String)
src_payload String
dst_payload String
community_id String
src_country_code LowCardinality(String)
src_country LowCardinality(String)
src_region LowCardinality(String)
src_city LowCardinality(String)
src_latitude Nullable(Float64)
src_longitude Nullable(Float64)
src_asn LowCardinality(String)
src_organization LowCardinality(String)
src_category LowCardinality(String)
src_rdns String
src_domain String
src_carrier LowCardinality(String)
src_datacenter LowCardinality(String)
src_mobile Bool
src_tor Bool
src_vpn Bool
src_vpn_service LowCardinality(String)
dst_country_code LowCardinality(String)
dst_country LowCardinality(String)
dst_region LowCardinality(String)
dst_city LowCardinality(String)
dst_asn LowCardinality(String)
dst_organization LowCardinality(String)
`)

/** Migration 010: who asked, what it was taken at, and what the destination asked. */
export const directionColumns = columns(`
direction LowCardinality(String)
vantage LowCardinality(String)
answered Bool
dst_http_count UInt32
dst_http_method Array(String)
dst_http_uri Array(String)
dst_http_useragent Array(String)
dst_tls_ja3 Array(String)
dst_tls_ja4 Array(String)
dst_tls_server_name Array(String)
dst_telnet_lines Array(String)
`)

/** Migration 011: what a server may read in a request, beside what was sent (docs/methods/decoding.md). */
export const decodedColumns = columns(`
http_decoded_uri Array(String)
http_decoded_path Array(String)
http_decoded_header Array(String)
http_decoded_body Array(String)
`)
