import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { plainContext } from '../queryTimes';

async function main(path: string, saved: string): Promise<void> {
	await using table = await FileTable.open(path);
	const info = await table.load(plainContext.signal, () => undefined);
	const what = {
		view: { filters: [], sort: [] },
		columns: [...info.columns.keys()],
		format: 'parquet',
		spreadsheetSafe: false,
		header: true,
	} as const;
	const openedMb = process.resourceUsage().maxRSS / 1024;
	const started = performance.now();
	const { bytes } = await createQueries(table).save({ what, path: saved }, plainContext);
	const ms = performance.now() - started;
	const heldMb = process.resourceUsage().maxRSS / 1024 - openedMb;
	console.log(JSON.stringify({ ms, bytes, csvBytes: info.bytes, heldMb }));
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
