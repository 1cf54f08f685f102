import type { FileMetaData } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import type { Scheduler } from '../../../common/scheduler';
import { type ByteSource, readBytes } from './byteSource';
import { damaged, unsupported } from './fault';
import { thriftEnd } from './thriftEnd';

const mark = Buffer.from('PAR1');
/** Magic number at the beginning and end of a file with an encrypted footer. */
const encryptedMark = Buffer.from('PARE');

const tailBytes = 8;

/** Maximum size of the metadata in bytes, which is enough for about 100,000 column chunks. */
const maxFooterBytes = 32 * 1024 * 1024;
const maxFooterValues = 3_000_000;

export function isParquet(head: Uint8Array): boolean {
	const start = head.subarray(0, mark.length);
	return mark.equals(start) || encryptedMark.equals(start);
}

/** @throws ParquetError or `cancelled` */
export async function readFooter(source: ByteSource, scheduler: Scheduler): Promise<FileMetaData> {
	const tail = await readBytes(source, source.length - tailBytes, tailBytes);
	const end = tail.subarray(tailBytes - mark.length);
	if (end.equals(encryptedMark)) {
		throw unsupported('encryption');
	}
	const length = tail.readUInt32LE(0);
	if (!end.equals(mark) || length + tailBytes > source.length) {
		throw damaged('footer');
	}
	if (length > maxFooterBytes) {
		throw unsupported('metadata');
	}
	const bytes = await readBytes(source, source.length - tailBytes - length, length + tailBytes);
	const { result } = await scheduler.run(thriftEnd(bytes.subarray(0, length), maxFooterValues));
	if (result === undefined) {
		throw damaged('footer');
	}
	try {
		return parquetMetadata(bytes, { geoparquet: false });
	} catch {
		throw damaged('footer');
	}
}
