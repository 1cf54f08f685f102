import type { ReportLink } from '../../core/records/write/report/report';
import { newestOwnLines, newestThrownFrom, type OwnLine } from '../../core/report/newestThrownFrom';
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
		return newestThrownFrom(this.viewOf(key, value), this.sources, this.signal);
	}

	ownLines(key: GroupKey, value: GroupValue): Promise<readonly OwnLine[]> {
		return newestOwnLines(this.viewOf(key, value), this.sources, this.signal);
	}

	private viewOf(key: GroupKey, value: GroupValue): View {
		return { ...this.view, filters: withGroup(this.view.filters, key, value) };
	}

	private get sources() {
		const { file, frames, facts } = this;
		return { info: file.info, facts, traces: file.traces, frames };
	}
}
