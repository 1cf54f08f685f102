import * as assert from 'node:assert/strict';
import { FieldTable } from '../../../../../src/core/plan/fields';
import { TableBuilder } from '../../../../../src/core/records/read/tableBuilder';

/** What Node has of WebAssembly and is used here; the DOM's types would bring a browser along. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow: (pages: number) => number } } };

const pageBytes = 64 * 1024;

describe('The memory that reading takes', () => {
	const { grow } = WebAssembly.Memory.prototype;
	let taken = 0;

	beforeEach(() => {
		taken = 0;
		WebAssembly.Memory.prototype.grow = function (pages) {
			taken += pages * pageBytes;
			return grow.call(this, pages);
		};
	});

	afterEach(() => {
		WebAssembly.Memory.prototype.grow = grow;
	});

	for (const [format, text] of [
		['csv', 'a,b\n1,2\n'],
		['json', '[{"a":1,"b":2}]'],
	] as const) {
		it(`is little for a small file (${format})`, () => {
			const builder = new TableBuilder(format, text.length, new FieldTable());
			builder.push(Buffer.from(text));
			builder.end();
			assert.equal(builder.index.records, 1);
			assert.ok(taken > 0 && taken <= 1024 * 1024, `${taken} bytes for ${text.length}`);
		});
	}
});
