import { TraceGrouping } from '../../core/stack/grouping/groupKey';
import { OwnFrameTest } from '../../core/stack/own/ownFrameTest';
import { failingThread, headerText } from '../../core/stack/trace/failingThread';
import { frameText } from '../../core/stack/trace/frameLines';
import type { Frame, Trace } from '../../core/stack/trace/model';
import type { Json } from '../output/result';
import type { FolderFrames } from '../workspace/folderFrames';
import { namesData } from './groupData';

interface DescribedFrame {
	readonly text: string;
	readonly isOwn: boolean;
	/** Source line in the workspace, such as `src/Cart.kt:5`. Undefined unless the frame matches exactly one line. */
	readonly place: string | undefined;
}

export interface DescribedTrace {
	readonly headers: readonly string[];
	readonly frames: readonly DescribedFrame[];
	/** Machine-readable result with stable names and structures. Values that are missing in the trace are null. */
	readonly data: { readonly [name: string]: Json };
}

const key = { kind: 'frames' } as const;

export async function traceData(
	trace: Trace,
	isDeobfuscated: boolean,
	sources: FolderFrames,
	signal: AbortSignal,
): Promise<DescribedTrace> {
	const own = new OwnFrameTest(sources.own);
	const { headers, frames: all } = failingThread(trace);
	const shown: DescribedFrame[] = [];
	const frames: Json[] = [];
	for (const frame of all.filter(({ kind }) => kind !== 'elided' && kind !== 'gap')) {
		const located = await sources.locate({ frame, trace }, signal);
		const place = located.kind === 'target' ? `${located.target.file.path}:${located.target.line1}` : undefined;
		const isOwn = own.isOwn(frame);
		shown.push({ text: frameText(frame, trace), isOwn, place });
		frames.push({ ...frameData(frame), own: isOwn, workspace: place ?? null });
	}
	const names = namesData(key, new TraceGrouping(trace, own, isDeobfuscated).group);
	return {
		headers: headers.map(headerText),
		frames: shown,
		data: {
			platform: trace.platform === 'unknown' ? null : trace.platform,
			headers: headers.map(({ type, message }) => ({ type: type || null, message: message || null })),
			frames,
			group: { ...names, place: names.place || null, message: names.message || null },
		},
	};
}

function frameData({ type, method, file, line1, column1, image, position }: Frame) {
	return {
		type: type || null,
		method: method || null,
		file: file || null,
		line: line1 ?? null,
		column: column1 ?? null,
		image: image?.name || null,
		offset: image?.offset ?? position?.offset ?? null,
	};
}
