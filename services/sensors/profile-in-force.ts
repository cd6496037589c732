import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import type { WorkspaceSensors } from '#store/app/sensors/sensors.ts'
import type { Deps } from '../context.ts'

/** What a sensor pretends to be: its own version of a profile of its workspace, else a shipped one. */
export async function profileInForce(
  shipped: Deps['profiles'],
  sensors: WorkspaceSensors,
  { profile, profileVersion }: Pick<Sensor, 'profile' | 'profileVersion'>,
): Promise<SensorProfile> {
  const own = profileVersion > 0 ? await sensors.profiles.get(profile, profileVersion) : null
  const found = own?.profile ?? shipped.get(profile)
  // Of a profile that no release has any more the sensor keeps its name and answers nothing.
  return found ?? { ...nothing, id: profile, name: profile }
}

const nothing: Omit<SensorProfile, 'id' | 'name'> = {
  description: 'This profile is no more: choose another one.',
  author: '',
  tier: 'community',
  categories: ['other'],
  operatingSystem: '',
  cves: [],
  ports: [],
  credentials: [],
}
