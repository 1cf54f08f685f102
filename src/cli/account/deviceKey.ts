import { AppError } from '../../core/common/errors';
import type { DeviceKey } from '../../core/export/hashed/deviceHasher';

/**
 * What devices are hashed with. An editor keeps its own where no other program can read it, so hashes of the two differ
 * unless this one is the same from run to run.
 *
 * @throws AppError `otherDeviceKey` where none is given
 */
export function deviceKeyOf(env: Readonly<NodeJS.ProcessEnv>): DeviceKey {
	const secret = env['APP_ERRORS_DEVICE_KEY'];
	if (!secret || !/^[\da-f]{64}$/i.test(secret)) {
		throw new AppError({ kind: 'otherDeviceKey' });
	}
	return { secret };
}
