import assert from 'node:assert/strict';
import { commandFor } from '../../../../../../src/webview/results/grid/model/keyCommands';
import { filterRow, headerRow } from '../../../../../../src/webview/results/grid/model/navigation';

describe('keyboard commands of the grid', () => {
	const command = (keys: string, row: number, rightToLeft = false) => {
		const held = keys.split('+');
		const key = held.pop() ?? '';
		const stroke = {
			key: key === 'Space' ? ' ' : key,
			shiftKey: held.includes('Shift'),
			ctrlKey: held.includes('Control'),
			metaKey: held.includes('Meta'),
			altKey: held.includes('Alt'),
		};
		return commandFor(stroke, row, rightToLeft);
	};

	it('moves the active cell in any row, but extends the selection with Shift only in record rows', () => {
		assert.deepEqual(command('ArrowDown', 5), { kind: 'move', step: 'down', extend: false });
		assert.deepEqual(command('Shift+PageDown', 5), { kind: 'move', step: 'pageDown', extend: true });
		assert.deepEqual(command('Shift+ArrowDown', filterRow), { kind: 'move', step: 'down', extend: false });
		assert.deepEqual(command('Meta+End', 5), { kind: 'move', step: 'gridEnd', extend: false });
	});

	it('reverses the arrow keys if the text direction is right-to-left', () => {
		assert.deepEqual(command('ArrowLeft', 5, true), { kind: 'move', step: 'right', extend: false });
		assert.deepEqual(command('Control+ArrowLeft', 5, true), { kind: 'move', step: 'rowEnd', extend: false });
		assert.deepEqual(command('Alt+ArrowLeft', headerRow, true), { kind: 'resizeColumn', by: 1 });
	});

	it('maps keys to different commands in header, filter and record rows', () => {
		assert.deepEqual(command('Enter', headerRow), { kind: 'sort', beside: false });
		assert.deepEqual(command('Shift+Enter', headerRow), { kind: 'sort', beside: true });
		assert.deepEqual(command('Enter', filterRow), { kind: 'editFilter', typed: undefined });
		assert.deepEqual(command('Enter', 0), { kind: 'open' });
		assert.deepEqual(command('x', filterRow), { kind: 'editFilter', typed: 'x' });
		assert.deepEqual(command('😀', filterRow), { kind: 'editFilter', typed: '😀' });
		assert.deepEqual(command('Shift+ArrowLeft', headerRow), { kind: 'moveColumn', by: -1 });
		assert.deepEqual(command('Space', 0), { kind: 'toggleRow' });
		assert.deepEqual(command('Shift+Space', 0), { kind: 'selectRow' });
	});

	it('opens menus with the keyboard in every kind of row', () => {
		for (const row of [headerRow, filterRow, 7]) {
			for (const keys of ['ContextMenu', 'Shift+F10', 'Alt+ArrowDown']) {
				assert.deepEqual(command(keys, row), { kind: 'openMenu' });
			}
		}
	});

	it('does not handle keys that the grid does not use', () => {
		for (const keys of ['Control+f', 'F1', 'Tab', 'x', 'Alt+ArrowLeft', 'Control+PageDown', 'Meta+x', 'Alt+F4']) {
			assert.equal(command(keys, 5), undefined, keys);
		}
		assert.equal(command('Control+v', filterRow), undefined);
		assert.equal(command('Escape', headerRow), undefined);
	});
});
