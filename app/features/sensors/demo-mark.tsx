import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Of a simulated sensor, which leaves with the demo data. */
export const DemoMark = () => (
  <Badge tone="plain">
    <Icon name="flask-conical" size="sm" />
    <span className="whitespace-nowrap">Demo data</span>
  </Badge>
)
