import { inflateRawSync } from 'node:zlib';
import { deflateAsync } from '@gfx/zopfli';

const endOfDirectory = 0x06054b50;
const endOfDirectoryBytes = 22;
const directoryHeaderBytes = 46;
const localHeaderBytes = 30;
const deflated = 8;
/** Flag of ZIP entries whose sizes are stored after the data instead of in the local header. */
const sizesFollow = 0x8;

// Format of ZIP archives (without ZIP64): https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
/** @param {Buffer} archive @returns {Promise<Buffer>} */
export async function recompress(archive) {
	const end = archive.lastIndexOf(Buffer.from(Uint32Array.of(endOfDirectory).buffer));
	/** @type {Buffer[]} */
	const entries = [];
	/** @type {Buffer[]} */
	const directory = [];
	let offset = 0;
	for (let from = archive.readUInt32LE(end + 16); from < end; ) {
		const nameBytes = archive.readUInt16LE(from + 28);
		const headerBytes =
			directoryHeaderBytes + nameBytes + archive.readUInt16LE(from + 30) + archive.readUInt16LE(from + 32);
		const header = Buffer.from(archive.subarray(from, from + headerBytes));
		from += headerBytes;
		const data = await smallest(header.readUInt16LE(10), entryData(archive, header));
		header.writeUInt16LE(header.readUInt16LE(8) & ~sizesFollow, 8);
		header.writeUInt32LE(data.length, 20);
		header.writeUInt32LE(offset, 42);
		const local = Buffer.alloc(localHeaderBytes);
		local.writeUInt32LE(0x04034b50, 0);
		// The local header and the directory header have the same fields from the version to the length of the name.
		header.copy(local, 4, 6, 30);
		const name = header.subarray(directoryHeaderBytes, directoryHeaderBytes + nameBytes);
		entries.push(local, name, data);
		directory.push(header);
		offset += local.length + name.length + data.length;
	}
	const trailer = Buffer.from(archive.subarray(end, end + endOfDirectoryBytes));
	trailer.writeUInt32LE(Buffer.concat(directory).length, 12);
	trailer.writeUInt32LE(offset, 16);
	trailer.writeUInt16LE(0, 20);
	return Buffer.concat([...entries, ...directory, trailer]);
}

/** @param {Buffer} archive @param {Buffer} header */
function entryData(archive, header) {
	const local = header.readUInt32LE(42);
	const from = local + localHeaderBytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
	return archive.subarray(from, from + header.readUInt32LE(20));
}

/** @param {number} method @param {Buffer} data */
async function smallest(method, data) {
	if (method !== deflated) return data;
	const smaller = Buffer.from(await deflateAsync(inflateRawSync(data), { numiterations: 5 }));
	return smaller.length < data.length ? smaller : data;
}
