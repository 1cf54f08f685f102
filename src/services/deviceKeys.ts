import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import type { DeviceKey } from '../core/export/hashed/deviceHasher';
import { deviceKeySecret } from '../ids';

/** The key that devices are hashed with. It never leaves this machine: hashes of another one are of other devices. */
export class DeviceKeys {
	private made: Promise<DeviceKey> | undefined;

	constructor(private readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store'>) {}

	/** Makes the key when it is needed first. */
	get(): Promise<DeviceKey> {
		// Two exports that begin at once have one key.
		this.made ??= this.readOrMake().finally(() => {
			this.made = undefined;
		});
		return this.made;
	}

	private async readOrMake(): Promise<DeviceKey> {
		const kept = await this.secrets.get(deviceKeySecret);
		if (kept !== undefined) {
			return { secret: kept };
		}
		const secret = randomBytes(32).toString('hex');
		await this.secrets.store(deviceKeySecret, secret);
		return { secret };
	}
}
