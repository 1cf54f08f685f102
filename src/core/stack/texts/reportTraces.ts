import type { CooperativeTask } from '../../common/cooperativeTask';
import { parsingReport } from '../parse/findTraces';
import { findingReports } from '../reports/findReports';
import type { TraceHint } from '../trace/traceContext';
import type { ReadTrace } from './frameLinks';
import { getLinks } from './frameLinks';

/** Finds JSON crash reports in text. In `rest`, spaces replace the reports, so that all offsets stay valid. */
export function* readingReportTraces(
	text: string,
	hint: TraceHint,
): CooperativeTask<{ readonly traces: ReadTrace[]; readonly rest: string }> {
	const traces: ReadTrace[] = [];
	const others: string[] = [];
	let end = 0;
	for (const report of yield* findingReports(text)) {
		const { trace, sourceOffset } = yield* parsingReport(report, [], hint);
		const links = getLinks(trace, report.text, sourceOffset);
		traces.push({ text: report.text, trace, start: report.start, end: report.end, links });
		others.push(text.slice(end, report.start), ' '.repeat(report.end - report.start));
		end = report.end;
	}
	return { traces, rest: end === 0 ? text : others.join('') + text.slice(end) };
}
