import { SourceMapFile } from '../../../src/core/stack/mapping/sourceMap/sourceMapFile';

async function main(path: string): Promise<void> {
	const started = performance.now();
	const opened = await SourceMapFile.open(path, new AbortController().signal);
	if (opened.kind !== 'opened') {
		throw new Error(opened.kind);
	}
	const { mapping } = opened;
	const first = mapping.lookup({ line1: 1, column0: 10 });
	const firstMs = performance.now() - started;
	if (first.kind !== 'found') {
		throw new Error('the first lookup found nothing');
	}
	const before = performance.now();
	for (let index = 0; index < 1000; index++) {
		mapping.lookup({ line1: 1 + ((index * 31) % 5000), column0: 5 + index });
	}
	const lookupsMs = performance.now() - before;
	console.log(JSON.stringify({ firstMs, lookupsMs, peakMb: process.resourceUsage().maxRSS / 1024 }));
}

void main(process.argv[2] ?? '');
