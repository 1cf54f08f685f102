import type { MappingSearch, TraceOrigin } from '../../core/mappings/mappingSearch';
import type { TriedMapping } from '../../core/stack/mapping/applyMappings';
import { type MappingWant, mappingWants, type TraceNeeds } from '../../core/stack/mapping/traceNeeds';
import type { Trace } from '../../core/stack/trace/model';
import type { DeobfuscatedTrace, OpenTrace } from '../openTraces';

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

export type Deobfuscation =
	| { readonly kind: 'notNeeded' }
	/** `missing` contains the kinds of files that are needed to resolve more frames but weren't found. */
	| {
			readonly kind: 'done';
			readonly result: DeobfuscatedTrace & { readonly plain: Trace };
			readonly missing?: readonly WantedFile[];
	  }
	| { readonly kind: 'noneFits'; readonly result: Pick<DeobfuscatedTrace, 'tried'> }
	| { readonly kind: 'noFile'; readonly wanted: WantedFile };

/** Kind of file that is needed to resolve a trace. Symbol files are read by external tools (see `symbolicate`). */
export type WantedFile = 'r8' | 'sourceMap' | 'symbols';
