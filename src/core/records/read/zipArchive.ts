import type { ReadableFile } from '../../files/readableFile';

/** Signatures from sections 4.3.7, 4.3.12, 4.3.14, and 4.3.16 of the ZIP specification (APPNOTE.TXT). */
const endSignature = Buffer.from('PK\u0005\u0006');
const end64Signature = Buffer.from('PK\u0006\u0006');
const locatorBytes = 20;
const endBytes = 22;
const end64Bytes = 56;
const entryBytes = 46;
const localBytes = 30;
const maxComment = 0xffff;
const size64Id = 1;
const unknown32 = 0xffff_ffff;

const maxDirectoryBytes = 1024 * 1024;

/** Matches folders, and files that archiving programs add. */
const ignored = /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db)$/;

/** Matches files that occur only in workbooks. */
const ofWorkbooks = /^(?:\[Content_Types\]\.xml|mimetype|content\.xml|Index\/Document\.iwa)$/;

interface ZipEntry {
	readonly name: string;
	/** Compression method (section 4.4.5 of the ZIP specification). */
	readonly method: number;
	readonly isEncrypted: boolean;
	readonly start: number;
	readonly end: number;
}

/** Returns the only file in a ZIP archive, or the reason why the archive can't be opened. */
export async function onlyEntry(
	handle: Pick<ReadableFile, 'read'>,
	size: number,
): Promise<ZipEntry | 'workbook' | 'archive' | 'damagedArchive'> {
	const readAt = async (start: number, length: number) => {
		const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
		return bytes.subarray(0, bytesRead);
	};
	const tailStart = Math.max(0, size - endBytes - maxComment - locatorBytes - end64Bytes);
	const tail = await readAt(tailStart, size - tailStart);
	const at = tail.lastIndexOf(endSignature);
	if (at === -1 || at + endBytes > tail.length) {
		return 'damagedArchive';
	}
	const at64 = tail.lastIndexOf(end64Signature, at);
	const is64 = at64 !== -1 && at64 + end64Bytes <= at;
	const length = is64 ? Number(tail.readBigUInt64LE(at64 + 40)) : tail.readUInt32LE(at + 12);
	const start = is64 ? Number(tail.readBigUInt64LE(at64 + 48)) : tail.readUInt32LE(at + 16);
	const entries = [...entriesOf(await readAt(start, Math.min(length, maxDirectoryBytes)))];
	if (entries.some(({ name }) => ofWorkbooks.test(name))) {
		return 'workbook';
	}
	const [entry, ...others] = entries.filter(({ name }) => !ignored.test(name));
	if (!entry || others.length > 0) {
		return 'archive';
	}
	const local = await readAt(entry.offset, localBytes);
	if (local.length < localBytes) {
		return 'damagedArchive';
	}
	const first = entry.offset + localBytes + local.readUInt16LE(26) + local.readUInt16LE(28);
	return { ...entry, start: first, end: Math.min(size, first + entry.length) };
}

function* entriesOf(directory: Buffer) {
	for (let at = 0; at + entryBytes <= directory.length && directory.readUInt32LE(at) === 0x0201_4b50; ) {
		const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
			directory.readUInt16LE(at + place),
		) as [number, number, number];
		const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameLength);
		const extraStart = at + entryBytes + nameLength;
		const sizes = {
			unpacked: directory.readUInt32LE(at + 24),
			length: directory.readUInt32LE(at + 20),
			offset: directory.readUInt32LE(at + 42),
		};
		const { length, offset } = withLongSizes(directory.subarray(extraStart, extraStart + extraLength), sizes);
		const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
		yield { name, method: directory.readUInt16LE(at + 10), isEncrypted, length, offset };
		at = extraStart + extraLength + commentLength;
	}
}

/** Replaces sizes that need more than 32 bits with the sizes in an extra field (ZIP specification, section 4.5.3). */
function withLongSizes<Sizes extends Record<string, number>>(extra: Buffer, sizes: Sizes): Sizes {
	for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
		if (extra.readUInt16LE(at) !== size64Id) {
			continue;
		}
		let place = at + 4;
		const long = Object.entries(sizes).map(([name, size]) => {
			if (size !== unknown32 || place + 8 > extra.length) {
				return [name, size];
			}
			place += 8;
			return [name, Number(extra.readBigUInt64LE(place - 8))];
		});
		return Object.fromEntries(long) as Sizes;
	}
	return sizes;
}
