import assert from 'node:assert/strict';
import { readBuildIds } from '../../../../../../src/core/stack/mapping/tools/buildIds';
import { withFile } from '../support/temporary';

const uuid = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const idsIn = (bytes: Uint8Array) => withFile(bytes, readBuildIds);

function words(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => {
		bytes.writeUInt32LE(value, index * 4);
	});
	return bytes;
}

function machO(id: string, wide: boolean): Buffer {
	const commands = [words(0x19, 16, 1, 2), words(0x1b, 24), Buffer.from(id, 'hex')];
	const size = 16 + 24;
	const head = words(wide ? 0xfeedfacf : 0xfeedface, 0x0100000c, 0, 10, 2, size, 0, ...(wide ? [0] : []));
	return Buffer.concat([head, ...commands, Buffer.alloc(64)]);
}

function fat(...chunks: Buffer[]): Buffer {
	const table = Buffer.alloc(8 + chunks.length * 20);
	table.writeUInt32BE(0xcafebabe, 0);
	table.writeUInt32BE(chunks.length, 4);
	let offset = table.length;
	chunks.forEach((chunk, index) => {
		table.writeUInt32BE(offset, 8 + index * 20 + 8);
		offset += chunk.length;
	});
	return Buffer.concat([table, ...chunks]);
}

function note(name: string, type: number, content: Buffer): Buffer {
	const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
	const nameBytes = Buffer.from(`${name}\0`);
	return Buffer.concat([words(nameBytes.length, content.length, type), padded(nameBytes), padded(content)]);
}

function elf(wide: boolean, ...notes: Buffer[]): Buffer {
	const content = Buffer.concat(notes);
	const [headSize, entrySize] = wide ? [64, 64] : [52, 40];
	const head = Buffer.alloc(headSize);
	head.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, 1, 1]);
	const table = headSize + content.length;
	const sections = Buffer.alloc(entrySize * 2);
	sections.writeUInt32LE(1, 4);
	sections.writeUInt32LE(7, entrySize + 4);
	if (wide) {
		head.writeBigUInt64LE(BigInt(table), 40);
		sections.writeBigUInt64LE(BigInt(headSize), entrySize + 24);
		sections.writeBigUInt64LE(BigInt(content.length), entrySize + 32);
	} else {
		head.writeUInt32LE(table, 32);
		sections.writeUInt32LE(headSize, entrySize + 16);
		sections.writeUInt32LE(content.length, entrySize + 20);
	}
	head.writeUInt16LE(entrySize, wide ? 58 : 46);
	head.writeUInt16LE(2, wide ? 60 : 48);
	return Buffer.concat([head, content, sections]);
}

const buildNote = note('GNU', 3, Buffer.from('9f1c00aa11', 'hex'));

describe('build IDs in symbol files', () => {
	for (const wide of [true, false]) {
		it(`reads the UUID of a ${wide ? 64 : 32}-bit Mach-O file`, async () => {
			assert.deepEqual(await idsIn(machO(uuid, wide)), [uuid]);
		});

		it(`reads the build ID of a ${wide ? 64 : 32}-bit ELF file after other notes`, async () => {
			const other = note('Android', 1, Buffer.from('1500000072', 'hex'));
			assert.deepEqual(await idsIn(elf(wide, other, buildNote)), ['9f1c00aa11']);
			assert.deepEqual(await idsIn(elf(wide, other)), []);
		});
	}

	it('reads the UUID of each architecture in a fat binary', async () => {
		assert.deepEqual(await idsIn(fat(machO('1'.repeat(32), true), machO(uuid, false))), ['1'.repeat(32), uuid]);
	});

	it('returns no build ID for a file that is not a valid symbol file', async () => {
		for (const text of ['', 'mapping', 'x'.repeat(1000), '\x7fELF'.padEnd(200, '\xff')]) {
			assert.deepEqual(await idsIn(Buffer.from(text, 'latin1')), []);
		}
	});

	it('handles symbol files that are truncated at any byte', async () => {
		for (const whole of [machO(uuid, true), fat(machO(uuid, true)), elf(true, buildNote), elf(false, buildNote)]) {
			for (let length = 0; length < whole.length; length += 3) {
				const ids = await idsIn(whole.subarray(0, length));
				assert.ok(ids.every((id) => [uuid, '9f1c00aa11'].some((known) => known.startsWith(id))));
			}
		}
	});
});
