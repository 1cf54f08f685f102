import type { RecordsIndex } from '../../records/read/recordsIndexer';
import type { ExpectedBody } from './bodyCheck';
import { CsvCheck } from './csvCheck';
import { JsonCheck } from './jsonCheck';
import type { AnswerScan } from './recordScan';

export function scanOfAnswer({ format, fields }: ExpectedBody, index?: RecordsIndex): AnswerScan {
	return format === 'csv' ? new CsvCheck(index) : new JsonCheck(fields, index);
}
