import type { ReportLink } from '../../core/records/write/report/report';
import { newestThrownFrom } from '../../core/report/newestThrownFrom';
import { ViewFacts } from '../../core/report/viewFacts';
import { withGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey, View } from '../../shared/results';
import type { FolderFrames } from '../workspace/folderFrames';
import type { OpenFile } from './openFile';

export class ThrownFrom {
	private readonly facts: ViewFacts;

	constructor(
		private readonly file: OpenFile,
		private readonly view: View,
		private readonly frames: FolderFrames,
		private readonly signal: AbortSignal,
	) {
		this.facts = new ViewFacts(file, file.info, signal);
	}

	of(key: GroupKey, value: GroupValue): Promise<ReportLink | undefined> {
		const { file, view, frames, facts, signal } = this;
		const ofGroup = { ...view, filters: withGroup(view.filters, key, value) };
		return newestThrownFrom(ofGroup, { info: file.info, facts, traces: file.traces, frames }, signal);
	}
}
