import { createHash, createHmac } from 'node:crypto';
import { hashedDevices } from '../../plan/fields';

/** Number of hexadecimal digits in a hash. Among one billion devices, the probability of a collision is 3 %. */
const length = 16;

/** Maximum number of cached hashes. A device usually has many records, so most lookups hit the cache. */
const maxRemembered = 100_000;

export interface DeviceKey {
	readonly secret: string;
}

export function idOfKey({ secret }: DeviceKey): string {
	return createHash('sha256').update(`device key ${secret}`).digest('hex').slice(0, 8);
}

/** Returns the ID of the key that hashes device IDs. Undefined if the fields include no hashed device IDs. */
export async function keyIdFor(
	fields: readonly string[],
	getKey: () => Promise<DeviceKey> | DeviceKey,
): Promise<string | undefined> {
	return fields.includes(hashedDevices.name) ? idOfKey(await getKey()) : undefined;
}

/** Replaces device IDs with keyed hashes (HMAC, RFC 2104), which can't be reversed without the key. */
export class DeviceHasher {
	private readonly known = new Map<string, string>();

	constructor(private readonly key: DeviceKey) {}

	of(id: string): string {
		if (id === '') {
			return '';
		}
		const known = this.known.get(id);
		if (known !== undefined) {
			return known;
		}
		const hash = createHmac('sha256', this.key.secret).update(id).digest('hex').slice(0, length);
		if (this.known.size === maxRemembered) {
			this.known.clear();
		}
		this.known.set(id, hash);
		return hash;
	}
}
