/** Ports of services below 1024, and those above it that are as well known; replies come from them. */
const services = new Set([
  1080, 1194, 1433, 1521, 1723, 1883, 2049, 2181, 3128, 3306, 3389, 5060, 5061, 5432, 5672, 5900, 6379, 6443,
  8000, 8080, 8081, 8443, 8888, 9000, 9090, 9200, 9300, 11211, 27017,
])

export const isServicePort = (port: number): boolean => (port > 0 && port < 1024) || services.has(port)
