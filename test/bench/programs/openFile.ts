import { FileTable } from '../../../src/core/records/read/openTable';

async function main(path: string): Promise<void> {
	const started = performance.now();
	await using table = await FileTable.open(path);
	const info = await table.load(new AbortController().signal, () => undefined);
	const ms = performance.now() - started;
	const peakMb = process.resourceUsage().maxRSS / 1024;
	console.log(JSON.stringify({ ms, records: info.total, peakMb }));
}

void main(process.argv[2] ?? '');
