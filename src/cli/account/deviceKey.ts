import { AppError } from '../../core/common/errors';
import type { DeviceKey } from '../../core/export/hashed/deviceHasher';

/**
 * Hashes of device IDs are comparable between runs only if the same key is passed each time.
 * @throws AppError `otherDeviceKey` if no key is given
 */
export function getDeviceKey(env: Readonly<NodeJS.ProcessEnv>): DeviceKey {
	const secret = env['APP_ERRORS_DEVICE_KEY'];
	if (!secret || !/^[\da-f]{64}$/i.test(secret)) {
		throw new AppError({ kind: 'otherDeviceKey' });
	}
	return { secret };
}
