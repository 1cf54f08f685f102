import type { CooperativeTask } from '../../common/cooperativeTask';
import { codeUnits } from '../../common/jsonPieces';
import { Pieces } from '../trace/pieces';
import {
	isJetsamEvent,
	isKernelPanic,
	isStackshot,
	writingJetsamEvent,
	writingKernelPanic,
	writingStackshot,
} from './deviceReports';
import { isIps, writingIps } from './ips';
import { isMetricKit, writingMetricKit } from './metricKit';
import { NodeReader, type ReportNode, readingNode } from './reportNode';
import { ReportText } from './reportText';

/** Crash report that was found in JSON and converted to text that the grammars can parse. */
export interface JsonReport {
	readonly start: number;
	/** End of the report in the JSON text (exclusive). */
	readonly end: number;
	readonly text: string;
	readonly sourceOffset: (offset: number) => number;
}

/** Maximum number of JSON values to read. Even reports with hundreds of threads have fewer values. */
const maxNodes = 500_000;

/** Property names that identify reports. Every report contains at least one of them. */
const marks = ['"imageIndex"', '"imageOffset"', '"callStackRootFrames"', '"rpages"', 'anicString"', '"threadById"'];

type Writer = (out: ReportText, node: ReportNode) => CooperativeTask<void>;

const forms: readonly (readonly [is: (reader: NodeReader, node: ReportNode) => boolean, write: Writer])[] = [
	[isIps, writingIps],
	[isMetricKit, writingMetricKit],
	[isJetsamEvent, writingJetsamEvent],
	[isKernelPanic, writingKernelPanic],
	[isStackshot, writingStackshot],
];

/** Finds Apple crash reports in text that is or contains JSON. Takes linear time. */
export function* findingReports(text: string): CooperativeTask<readonly JsonReport[]> {
	const reports: JsonReport[] = [];
	if (!marks.some((mark) => text.includes(mark))) {
		return reports;
	}
	const reader = new NodeReader(text);
	const codes = codeUnits(text);
	const opening = /[[{]/g;
	const pieces = new Pieces();
	let room = maxNodes;
	for (let found = opening.exec(text); found && room > 0; found = opening.exec(text)) {
		if (pieces.ends(1) && (yield)) {
			break;
		}
		const { root, nodes } = yield* readingNode(codes, found.index, room);
		room -= nodes;
		opening.lastIndex = Math.max(root.end, found.index + 1);
		const open: ReportNode[] = [root];
		for (let node = open.pop(); node; node = open.pop()) {
			if (pieces.ends(1) && (yield)) {
				break;
			}
			const write = forms.find(([is]) => is(reader, node))?.[1];
			if (write) {
				const out = new ReportText(reader, node.start);
				yield* write(out, node);
				reports.push({ start: node.start, end: node.end, ...out.finish(node.end) });
			} else {
				for (let index = (node.children?.length ?? 0) - 1; index >= 0; index--) {
					const child = node.children?.[index];
					if (child?.children) {
						open.push(child);
					}
				}
			}
		}
	}
	return reports;
}
