import assert from 'node:assert/strict';
import { describeFileForm } from '../../src/wording/fileFormMessages';

describe('messages about the format of a file', () => {
	it('describes the encoding, the compression and the record list of a JSON file', () => {
		assert.equal(
			describeFileForm({ encoding: 'utf8', delimiter: ',', packing: 'zip', listPath: ['page', 'items'] }, 'json'),
			'The file was opened as UTF-8. The file was decompressed (ZIP). The records are in the list page.items.',
		);
	});

	it('describes the encoding, delimiter, compression, header line and quoting of a CSV file', () => {
		const form = { encoding: 'utf16le', delimiter: ';', packing: 'gzip', headerLine: 3 } as const;
		assert.equal(
			describeFileForm({ ...form, backslashEscapes: true, spacedQuotes: true }, 'csv'),
			'The file was opened as UTF-16 LE with semicolons as delimiters. The file was decompressed (gzip). Line 3 contains the header. Backslashes escape quotes. Spaces around quotes are ignored.',
		);
	});
});
