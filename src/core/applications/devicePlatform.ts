import type { Application } from '../service/application';

export type DevicePlatform = 'android' | 'ios' | 'windows' | 'desktop' | 'web';

const platformWords: readonly (readonly [DevicePlatform, RegExp])[] = [
	['android', /\bandroid\b/i],
	['ios', /\b(?:ios|ipados|iphone|ipad)\b/i],
	['windows', /\b(?:windows|uwp|win32)\b/i],
	['desktop', /\b(?:macos|linux|desktop)\b/i],
	['web', /\b(?:web|browser)\b/i],
];

/** Common names of properties that contain the platform, because the service doesn't document their names. */
const memberNames = new Set(['platform', 'os', 'osname', 'system']);

/**
 * Returns the platform that is mentioned in an application's details or name. Returns undefined if several platforms
 * are mentioned.
 */
export function findDevicePlatform({ name = '', details }: Application): DevicePlatform | undefined {
	const platformDetails = details.filter(([member]) => memberNames.has(member.toLowerCase().replaceAll('_', '')));
	for (const text of [...platformDetails.map(([, value]) => value), name]) {
		const [first, second] = platformWords.filter(([, words]) => words.test(text));
		if (first) {
			return second ? undefined : first[0];
		}
	}
	return undefined;
}
