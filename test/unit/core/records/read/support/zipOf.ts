import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

interface ZippedFile {
	readonly name: string;
	readonly content: Buffer;
	readonly method?: 'stored' | 'deflated' | 'zstd';
	readonly encrypted?: boolean;
	/** Whether the sizes are written in an extra field of 64-bit numbers. */
	readonly long?: boolean;
}

const methods = { stored: 0, deflated: 8, zstd: 93 };

export function zipOf(files: readonly ZippedFile[]): Buffer {
	const locals: Buffer[] = [];
	const entries: Buffer[] = [];
	let offset = 0;
	for (const { name, content, method = 'deflated', encrypted = false, long = false } of files) {
		const packed =
			method === 'stored' ? content : method === 'zstd' ? zstdCompressSync(content) : deflateRawSync(content);
		const path = Buffer.from(name);
		const local = Buffer.alloc(30);
		local.write('PK\u0003\u0004', 'latin1');
		local.writeUInt16LE(encrypted ? 1 : 0, 6);
		local.writeUInt16LE(methods[method], 8);
		local.writeUInt16LE(path.length, 26);
		local.writeUInt16LE(4, 28);
		locals.push(local, path, Buffer.alloc(4), packed);
		const extra = long ? Buffer.alloc(28) : Buffer.alloc(0);
		if (long) {
			extra.writeUInt16LE(1, 0);
			extra.writeUInt16LE(24, 2);
			[content.length, packed.length, offset].forEach((size, place) => {
				extra.writeBigUInt64LE(BigInt(size), 4 + 8 * place);
			});
		}
		const entry = Buffer.alloc(46);
		entry.write('PK\u0001\u0002', 'latin1');
		entry.writeUInt16LE(encrypted ? 1 : 0, 8);
		entry.writeUInt16LE(methods[method], 10);
		entry.writeUInt32LE(crc32(content), 16);
		entry.writeUInt32LE(long ? 0xffff_ffff : packed.length, 20);
		entry.writeUInt32LE(long ? 0xffff_ffff : content.length, 24);
		entry.writeUInt16LE(path.length, 28);
		entry.writeUInt16LE(extra.length, 30);
		entry.writeUInt32LE(long ? 0xffff_ffff : offset, 42);
		entries.push(entry, path, extra);
		offset += 34 + path.length + packed.length;
	}
	const directory = Buffer.concat(entries);
	const end = Buffer.alloc(22);
	end.write('PK\u0005\u0006', 'latin1');
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	end.writeUInt16LE(7, 20);
	return Buffer.concat([...locals, directory, end, Buffer.from('comment')]);
}
