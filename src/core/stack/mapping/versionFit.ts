import type { CooperativeTask } from '../../common/cooperativeTask';
import type { Trace } from '../trace/model';
import type { ClassNames } from './r8/classMapping';
import type { MapHeader } from './r8/mapHeader';
import { mentionedClasses } from './r8/retrace';
import { retraceFit } from './r8/retraceFit';

/** Maximum number of different traces to examine. More traces would not change the result. */
const maxTraces = 64;
/** Minimum share of traces that a mapping must fit. A few traces contain code that is missing from the mapping. */
const minExplained = 0.98;

/** Returns one trace for each distinct list of frames. The other traces would add no evidence. */
export function differentTraces(traces: readonly Trace[]): readonly Trace[] {
	const byFrames = new Map(
		traces.map((trace) => [
			trace.sections
				.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'raw' ? [] : [line.text])))
				.join('\n'),
			trace,
		]),
	);
	return [...byFrames.values()].slice(0, maxTraces);
}

export function* classesOfAll(traces: readonly Trace[]): CooperativeTask<ReadonlySet<string>> {
	const names = new Set<string>();
	for (const trace of traces) {
		for (const name of yield* mentionedClasses(trace)) {
			names.add(name);
		}
	}
	return names;
}

/** Returns true if a mapping fits nearly all traces. Another build's mapping can fit some short traces by chance. */
export function* explainsVersion(
	traces: readonly Trace[],
	names: ClassNames,
	headers: readonly MapHeader[],
): CooperativeTask<boolean> {
	let explained = 0;
	let judged = 0;
	for (const trace of traces) {
		const fit = yield* retraceFit(trace, names, { headers, ofVersion: false });
		const isRefuted = fit.kind === 'doesNotFit' && fit.reason === 'fewFound';
		explained += Number(fit.kind === 'fits');
		judged += Number(fit.kind === 'fits' || isRefuted);
	}
	return explained >= minExplained * judged;
}
