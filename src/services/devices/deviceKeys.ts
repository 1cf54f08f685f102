import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import type { DeviceKey } from '../../core/export/hashed/deviceHasher';
import { deviceKeySecret } from '../../ids';

/** Key for hashing device IDs. It never leaves this machine, so hashes from different machines differ. */
export class DeviceKeys {
	private made: Promise<DeviceKey> | undefined;

	constructor(private readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store'>) {}

	get(): Promise<DeviceKey> {
		// Concurrent calls must create only one key.
		this.made ??= this.readOrMake().finally(() => {
			this.made = undefined;
		});
		return this.made;
	}

	private async readOrMake(): Promise<DeviceKey> {
		const storedKey = await this.secrets.get(deviceKeySecret);
		if (storedKey !== undefined) {
			return { secret: storedKey };
		}
		const secret = randomBytes(32).toString('hex');
		await this.secrets.store(deviceKeySecret, secret);
		return { secret };
	}
}
