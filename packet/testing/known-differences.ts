/** Real captures whose expected facts (made by tshark 4.0) and our reading differ, each with the reason. */

/** Link types, encapsulations and tunnels we do not read; what cannot be read is counted. */
export const beyond = {
  'tcpdump__LINKTYPE_USER2_PKTAP.pcap': 'link type 149 is for private use',
  'zeek__radiotap.pcap': 'IEEE 802.11 frames',
  'zeek__gre-aruba-amsdu.pcap': 'IEEE 802.11 frames inside GRE',
  'zeek__gtp_control_prime.pcap': 'GTP version 0',
  'zeek__pdp_ctx_messages.pcapng': 'GTP version 0',
  'arkime__arkime_synthetic.pcap':
    'eleven kinds of tunnels: all 150 listed flows agree, the count is one short',
} as const

/** Where we read more than tshark 4.0 and other readers agree with us. */
export const more = {
  'tcpdump__bigtcp-ipv6.pcap': 'IPv6 payload length 0 by segmentation offload: tshark gives the packet up',
  'tcpdump__bigtcp-ipv6-geneve-ipv4.pcap': 'the same',
  'tcpdump__bigtcp-ipv6-geneve-ipv6.pcap': 'the same',
  'tcpdump__bigtcp-ipv4-vxlan-ipv4.pcap': 'the same, inside VXLAN',
  'zeek__ipv6-mobility-dst-opts.pcap':
    'a wrong option in a header of right length: tshark gives the packet up',
} as const

/** Captures that begin with an answer: tshark names the first sender first, we who asked (docs/methods/direction.md). */
export const askedBy = {
  'arkime__v6.pcap': 'an ICMPv6 error comes before the echo requests of who it went to',
  'ndpi__http_starting_with_reply.pcapng': 'the request follows the reply',
  'ndpi__fuzz-2006-06-26-2594.pcap': 'a reply of SIP comes before what it answers',
  'zeek__misordered-ntp.pcap': 'the packets are out of order',
  'ndpi__tftp.pcap': 'a server of TFTP sends the file from another port than it was asked on',
  'arkime__bacnet-stack-services.pcap': 'an I-Have of BACnet comes before the requests of who it went to',
} as const

/** tshark shows records that are no packets (custom blocks), and one that is cut in its middle, as packets. */
export const otherPacketCount = {
  'pcapngsuite__be_test017.pcapng': 'custom blocks',
  'pcapngsuite__le_test018.pcapng': 'custom blocks',
  'pcapngsuite__le_test102.pcapng': 'custom blocks',
  'pcapngsuite__le_test202.pcapng': 'custom blocks',
  'ndpi__fuzz-2021-10-13.pcap': 'its only record claims 512 KiB and the file has 239 bytes',
} as const
