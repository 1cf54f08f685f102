import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { type DeviceKey, idOfKey } from '../../core/export/hashed/deviceHasher';
import { hashedDevices } from '../../core/plan/fields';
import { deviceKeySecret } from '../../ids';

/** The key for hashing device IDs never leaves the machine, so hashes from different machines can't be compared. */
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

	/** Returns the ID of the key that hashes device IDs, if the fields include hashed device IDs. */
	async idFor(fields: readonly string[]): Promise<string | undefined> {
		return fields.includes(hashedDevices.name) ? idOfKey(await this.get()) : undefined;
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
