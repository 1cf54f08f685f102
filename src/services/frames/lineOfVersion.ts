import * as vscode from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import type { Frame } from '../../core/stack/trace/model';
import { describeLineNow } from '../../wording/revisionMessages';
import type { AppVersion, LinesNow, Revisions } from '../revisions/revisions';
import { getLocation } from './frameNavigator';
import type { PlacedTarget } from './lineRemarks';

/** Maximum time to wait for Git when a frame is opened. */
const maxWaitMs = 3_000;

/** Maps a frame's line to the current text. Undefined if the version's source is unavailable or has no such line. */
export async function lineOfVersion(
	target: FrameTarget,
	{ line1: told }: Frame,
	version: AppVersion | undefined,
	revisions: Pick<Revisions, 'mapLines'>,
): Promise<PlacedTarget | undefined> {
	if (told === undefined || version === undefined) {
		return undefined;
	}
	const found = await withinTime(async (signal) => {
		const document = await vscode.workspace.openTextDocument(getLocation(target).uri);
		return revisions.mapLines(document, version, [told], signal);
	});
	const [line] = found?.kind === 'mapped' ? found.lines : [];
	if (found?.kind !== 'mapped' || line === undefined || line.kind === 'absent') {
		return undefined;
	}
	const remark = describeLineNow(line, told, version.version, found.tag);
	switch (line.kind) {
		case 'same':
		case 'shifted':
			return { target: { ...target, line1: line.line1 }, remark };
		case 'changed':
			return { target: { ...target, line1: line.line1, column1: undefined }, remark };
		case 'gone':
			return { target: { ...target, line1: Math.max(1, line.near1), column1: undefined }, remark };
	}
}

async function withinTime(ask: (signal: AbortSignal) => Promise<LinesNow>): Promise<LinesNow | undefined> {
	const ending = new AbortController();
	try {
		return await withinMs(
			ask(ending.signal).catch(() => undefined),
			maxWaitMs,
		);
	} finally {
		ending.abort();
	}
}
