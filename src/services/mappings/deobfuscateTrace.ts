import type { TriedMapping } from '../../core/stack/mapping/applyMappings';
import { type MappingWant, mappingWants, type TraceNeeds } from '../../core/stack/mapping/traceNeeds';
import type { OpenTrace } from '../../engine/openTraces';
import type { MappingSearch, TraceOrigin } from './mappingSearch';
import type { Deobfuscation, WantedFile } from './mappings';

export async function deobfuscateTrace(
	search: Pick<MappingSearch, 'find'>,
	trace: OpenTrace,
	origin: TraceOrigin,
	signal: AbortSignal | undefined,
): Promise<Deobfuscation> {
	const { needs } = trace;
	const wanted = mappingWants(needs);
	if (wanted.length === 0) {
		return needs.symbols.length > 0 ? { kind: 'noFile', wanted: 'symbols' } : { kind: 'notNeeded' };
	}
	const none: Deobfuscation = { kind: 'noFile', wanted: wanted[0]?.kind ?? 'r8' };
	const files = await Promise.all(wanted.map((one) => search.find(origin, one)));
	if (files.every(({ candidates }) => candidates.length === 0)) {
		return none;
	}
	const { found, ...result } = await trace.deobfuscate(files, signal);
	const { plain, tried } = result;
	if (plain) {
		return { kind: 'done', result: { ...result, plain }, missing: missingFor(needs, wanted, tried) };
	}
	return found === 0 ? none : { kind: 'noneFits', result: { tried } };
}

function missingFor(needs: TraceNeeds, wanted: readonly MappingWant[], tried: readonly TriedMapping[]): WantedFile[] {
	const used = new Set(tried.flatMap(({ file, result }) => (result.kind === 'used' ? [file.kind] : [])));
	const kinds = new Set(wanted.map(({ kind }) => kind));
	return [...[...kinds].filter((kind) => !used.has(kind)), ...(needs.symbols.length > 0 ? (['symbols'] as const) : [])];
}
