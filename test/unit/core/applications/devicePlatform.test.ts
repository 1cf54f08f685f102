import assert from 'node:assert/strict';
import { findDevicePlatform } from '../../../../src/core/applications/devicePlatform';

const platformOf = (name: string | undefined, ...details: (readonly [string, string])[]) =>
	findDevicePlatform({ id: '1', name, details });

describe('findDevicePlatform()', () => {
	it('recognizes the platform in the name of an application', () => {
		assert.deepEqual(
			['Shop for Android', 'Shop (iOS)', 'Budget for Windows', 'Notes macOS', 'Shop Web', 'Notes', undefined].map(
				(name) => platformOf(name),
			),
			['android', 'ios', 'windows', 'desktop', 'web', undefined, undefined],
		);
	});

	it('recognizes no platform in parts of words or in names with several platforms', () => {
		assert.deepEqual(
			['Webshop', 'Androids', 'Shop for Android and iOS'].map((name) => platformOf(name)),
			[undefined, undefined, undefined],
		);
	});

	it("prefers the platform in the service's details to the platform in the name", () => {
		assert.equal(platformOf('Shop for Android', ['bundle_id', 'web'], ['os_name', 'iOS']), 'ios');
	});
});
