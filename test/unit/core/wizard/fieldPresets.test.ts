import assert from 'node:assert/strict';
import { FieldTable } from '../../../../src/core/plan/fields';
import { presetFields, presetKinds } from '../../../../src/core/wizard/fieldPresets';

const table = new FieldTable([
	{ name: 'build_number', type: 'integer', group: 'app', personal: false, meaning: '' },
	{ name: 'mail', type: 'string', group: 'identity', personal: true, meaning: '' },
]);
const personal = (names: readonly string[]) => names.filter((name) => table.get(name)?.personal);

describe('Field presets', () => {
	it('name known fields in the order of the table', () => {
		for (const preset of presetKinds) {
			const names = presetFields(preset, table);
			assert.ok(names.length > 0, preset);
			assert.deepEqual(names, table.ordered(names), preset);
		}
	});

	it('leave personal fields out unless all are wanted', () => {
		for (const preset of ['usual', 'essential', 'impersonal'] as const) {
			assert.deepEqual(personal(presetFields(preset, table)), [], preset);
		}
	});

	it('take in fields a person added', () => {
		assert.equal(presetFields('all', table).length, 32);
		assert.ok(presetFields('impersonal', table).includes('build_number'));
		assert.ok(!presetFields('impersonal', table).includes('mail'));
	});
});
