import assert from 'node:assert/strict';
import { FieldTable } from '../../../../src/core/plan/fields';
import { presetFields, presetKinds } from '../../../../src/core/wizard/fieldPresets';

const table = new FieldTable([
	{ name: 'build_number', type: 'integer', group: 'app', personal: false, meaning: '' },
	{ name: 'mail', type: 'string', group: 'identity', personal: true, meaning: '' },
]);
const personal = (names: readonly string[]) => names.filter((name) => table.get(name)?.personal);

describe('field presets', () => {
	it('field presets contain only known fields in the order of the field table', () => {
		for (const preset of presetKinds) {
			const names = presetFields(preset, table);
			assert.ok(names.length > 0, preset);
			assert.deepEqual(names, table.ordered(names), preset);
		}
	});

	it('field presets contain no personal fields, except for the preset with all fields', () => {
		for (const preset of ['standard', 'essential', 'nonPersonal'] as const) {
			assert.deepEqual(personal(presetFields(preset, table)), [], preset);
		}
	});

	it("field presets include additional fields from the user's settings", () => {
		assert.equal(presetFields('all', table).length, 32);
		assert.ok(presetFields('nonPersonal', table).includes('build_number'));
		assert.ok(!presetFields('nonPersonal', table).includes('mail'));
	});
});
