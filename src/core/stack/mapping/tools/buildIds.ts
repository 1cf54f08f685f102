import { type FileHandle, open } from 'node:fs/promises';
import { onDisk } from '../../../files/diskError';

type BuildIds = readonly string[];

/** Maximum size of a table of load commands or notes. Tables in valid files are smaller. */
const maxTableBytes = 1024 ** 2;
const maxSlices = 32;

/** Returns the build IDs in lowercase hexadecimal: LC_UUID in Mach-O, NT_GNU_BUILD_ID in ELF. Throws `disk`. */
export function readBuildIds(path: string): Promise<BuildIds> {
	return onDisk(path, async () => {
		await using handle = await open(path, 'r');
		return (await handle.stat()).isFile() ? await idsIn(handle) : [];
	});
}

async function idsIn(handle: FileHandle): Promise<BuildIds> {
	const head = await bytesAt(handle, 0, 64);
	if (head.length < 64) {
		return [];
	}
	switch (head.readUInt32BE(0)) {
		case 0x7f454c46:
			return elfBuildIds(handle, head);
		case 0xcafebabe:
			return fatUuids(handle, head);
		default:
			return machUuid(handle, 0);
	}
}

async function fatUuids(handle: FileHandle, head: Buffer): Promise<BuildIds> {
	const count = head.readUInt32BE(4);
	const chunks = await bytesAt(handle, 8, Math.min(count, maxSlices) * 20);
	const ids: string[] = [];
	for (let at = 0; at + 20 <= chunks.length; at += 20) {
		ids.push(...(await machUuid(handle, chunks.readUInt32BE(at + 8))));
	}
	return ids;
}

const loadCommandUuid = 0x1b;

async function machUuid(handle: FileHandle, start: number): Promise<BuildIds> {
	const head = await bytesAt(handle, start, 32);
	const magic = head.length < 32 ? 0 : head.readUInt32LE(0);
	if (magic !== 0xfeedface && magic !== 0xfeedfacf) {
		return [];
	}
	const commands = await bytesAt(handle, start + (magic === 0xfeedfacf ? 32 : 28), head.readUInt32LE(20));
	for (let at = 0; at + 24 <= commands.length; ) {
		if (commands.readUInt32LE(at) === loadCommandUuid) {
			return [commands.toString('hex', at + 8, at + 24)];
		}
		at += Math.max(8, commands.readUInt32LE(at + 4));
	}
	return [];
}

const sectionOfNotes = 7;

/** Finds the build ID with the section table. Symbol files contain this table even if they contain no code. */
async function elfBuildIds(handle: FileHandle, head: Buffer): Promise<BuildIds> {
	const wide = head[4] === 2;
	if (head[5] !== 1) {
		// Mobile devices are little-endian, so big-endian files are ignored.
		return [];
	}
	const table = wide ? Number(head.readBigUInt64LE(40)) : head.readUInt32LE(32);
	const [size, count] = wide
		? [head.readUInt16LE(58), head.readUInt16LE(60)]
		: [head.readUInt16LE(46), head.readUInt16LE(48)];
	const sections = await bytesAt(handle, table, size * count);
	for (let at = 0; size >= 40 && at + size <= sections.length; at += size) {
		if (sections.readUInt32LE(at + 4) === sectionOfNotes) {
			const [offset, length] = wide
				? [Number(sections.readBigUInt64LE(at + 24)), Number(sections.readBigUInt64LE(at + 32))]
				: [sections.readUInt32LE(at + 16), sections.readUInt32LE(at + 20)];
			const id = gnuBuildId(await bytesAt(handle, offset, length));
			if (id !== undefined) {
				return [id];
			}
		}
	}
	return [];
}

const noteOfBuildId = 3;

/** Extracts the build ID from notes: name length, content length, type, name, and content (4-byte aligned). */
function gnuBuildId(notes: Buffer): string | undefined {
	for (let at = 0; at + 12 <= notes.length; ) {
		const [nameLength, length] = [notes.readUInt32LE(at), notes.readUInt32LE(at + 4)];
		const name = at + 12;
		const content = name + filled(nameLength);
		if (notes.readUInt32LE(at + 8) === noteOfBuildId && notes.toString('latin1', name, name + 4) === 'GNU\0') {
			return notes.toString('hex', content, content + length);
		}
		at = content + filled(length);
	}
	return undefined;
}

function filled(length: number): number {
	return Math.ceil(length / 4) * 4;
}

/** Reads a range of bytes. The result is shorter, or empty, if the range isn't completely inside the file. */
async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
	if (!Number.isSafeInteger(position) || length <= 0 || length > maxTableBytes) {
		return Buffer.alloc(0);
	}
	const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
	return buffer.subarray(0, bytesRead);
}
