import { createHash, createHmac } from 'node:crypto';

/** Hexadecimal digits: a billion devices have two of one hash with a chance of three in a hundred. */
const length = 16;

/** So many hashes are remembered: a device has many records. */
const maxRemembered = 100_000;

/** A key that devices are hashed with, as the host keeps it. */
export interface DeviceKey {
	/** Hexadecimal. */
	readonly secret: string;
}

/** Tells keys apart without telling them. */
export function idOfKey({ secret }: DeviceKey): string {
	return createHash('sha256').update(`device key ${secret}`).digest('hex').slice(0, 8);
}

/** Turns IDs of devices into hashes that nobody can turn back without the key (HMAC, RFC 2104). */
export class DeviceHasher {
	private readonly known = new Map<string, string>();

	constructor(private readonly key: DeviceKey) {}

	/** '' where there is no ID. */
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
