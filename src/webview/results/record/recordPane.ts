import { DisposableOwner } from '../../../shared/disposables';
import type { RecordDetail } from '../../../shared/results';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { listen } from '../../common/dom/listen';
import { openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { isPaneShown, isTriage } from '../state/triage';
import type { Selection, State } from '../state/viewState';
import { CompareBar, compareTable } from './compare';
import { neighbour, neighbourInGroup } from './neighbours';
import { recordBody } from './recordBody';
import { recordCopies } from './recordCopies';
import { RecordHead } from './recordHead';
import { RecordOpening } from './recordOpening';
import { RecordTextSearch } from './recordTextSearch';
import type { FieldsTyped } from './someFields';
import { ShownTraces } from './trace/recordTraces';

/**
 * Delay in milliseconds before a record is loaded. While an arrow key is held down, most records are therefore skipped.
 */
const rest = 30;

interface RecordActions {
	move(selection: Selection): void;
	leave(): void;
}

export class RecordPane extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly fetching = this.owned.add(new Latest());
	private readonly moving = this.owned.add(new Latest());
	private readonly body: HTMLElement;
	private readonly opening: RecordOpening;
	private readonly traces: ShownTraces;
	private readonly search: RecordTextSearch;
	private readonly head: RecordHead;
	private readonly compareBar: CompareBar;
	private readonly typed: FieldsTyped = { text: '', onDrawn: () => this.search.markAgain() };
	/** Detects a trace that is taller than the pane. If such a trace were sticky, its end would be unreachable. */
	private readonly sizes = new ResizeObserver(() => {
		const trace = this.body.querySelector<HTMLElement>('.with-trace > .trace');
		trace?.parentElement?.classList.toggle('tall', trace.offsetHeight > this.body.clientHeight);
	});
	private shown: RecordDetail | undefined;
	private compared: RecordDetail | undefined;
	/** Line of the trace whose link receives the focus when the link has been rendered. */
	private wantedLine: number | 'first' | undefined;
	/** Scroll position before a reload, in CSS pixels. */
	private left: number | undefined;

	constructor(
		private readonly context: Context,
		private readonly actions: RecordActions,
	) {
		super();
		const { store, t } = context;
		this.body = element('div', {
			class: 'record-body',
			tabindex: 0,
			role: 'region',
			'aria-label': t('Record details'),
		});
		this.opening = this.owned.add(new RecordOpening(this.body));
		this.traces = this.owned.add(new ShownTraces(context, () => this.onMore()));
		this.search = this.owned.add(new RecordTextSearch(this.body, context, (hit) => this.traces.reveal(hit)));
		this.owned.add({ dispose: () => this.sizes.disconnect() });
		this.compareBar = new CompareBar(context, () => this.draw());
		this.head = new RecordHead(context, this.search.root, {
			step: (by, inGroup) => this.step(by, inGroup),
			openCopyMenu: (anchor) => this.openCopyMenu(anchor),
		});
		this.left = store.state.selection && store.state.recordTop;
		this.owned.add(
			listen(this.body, 'scroll', () => store.dispatch({ kind: 'recordScrolled', top: this.body.scrollTop })),
		);
		this.root = element(
			'section',
			{ class: 'record', 'aria-label': t('Record') },
			this.head.root,
			this.compareBar.root,
			this.body,
		);
		this.root.addEventListener('keydown', (event) => this.onKey(event));
		this.draw();
		this.fetchRecord();
		this.owned.add(store.subscribe((state, previous) => this.update(state, previous)));
	}

	/** @param line Line of the trace whose link receives the focus. If undefined, the whole record receives the focus */
	focus(line?: number): void {
		this.body.focus({ preventScroll: true });
		this.wantedLine = line === undefined || this.traces.focusLine(line) ? undefined : line;
	}

	get focusedLine(): number | undefined {
		return this.traces.focusedLine;
	}

	focusSearch(): void {
		this.search.focus();
	}

	step(by: 1 | -1, inGroup: boolean): void {
		const { context, shown } = this;
		const { selection, view } = context.store.state;
		if (!selection) {
			return;
		}
		this.moving.run(async (signal) => {
			const found =
				inGroup && shown
					? await neighbourInGroup(context, shown, by, signal)
					: await neighbour(context, view, selection, by, signal);
			if (found) {
				this.actions.move(found);
			} else {
				const { t } = context;
				context.showStatus(by > 0 ? t('This is the last record.') : t('This is the first record.'));
			}
		}, context.fail);
	}

	showFirst(): void {
		const { context } = this;
		this.moving.run(async (signal) => {
			const first = await neighbour(context, context.store.state.view, { number: -1, position: -1 }, 1, signal);
			if (first) {
				this.actions.move(first);
			}
		}, context.fail);
	}

	openFirstFrame(): void {
		const { store, showStatus, fail, t } = this.context;
		const { selection } = store.state;
		if (selection) {
			this.moving.run((signal) => this.traces.openFirst(selection.number, signal), fail);
		} else {
			showStatus(t('Select a record first.'));
		}
	}

	tracesChanged(): void {
		this.traces.refresh();
	}

	private columns(): readonly number[] {
		return this.context.store.state.columns.map(({ column }) => column);
	}

	private onMore(): void {
		this.search.markAgain();
		this.arrange();
		const { wantedLine } = this;
		if (wantedLine !== undefined && document.activeElement === this.body && this.traces.focusLine(wantedLine)) {
			this.wantedLine = undefined;
		}
	}

	private arrange(): void {
		if (this.search.found) {
			this.opening.end();
		} else {
			this.opening.arrange();
		}
	}

	private draw(): void {
		const { body, shown, compared, traces, typed, context, sizes } = this;
		const { t } = context;
		const hadFocus = document.activeElement !== body && body.contains(document.activeElement);
		if (hadFocus) {
			this.wantedLine = traces.focusedLine === undefined ? undefined : 'first';
			body.focus({ preventScroll: true });
		}
		this.head.updateCompare(context.store.state.comparedWith !== undefined, shown !== undefined);
		traces.clear();
		if (!shown) {
			fill(body, element('p', { class: 'pane-empty dim' }, t('Select a record to see its details.')));
		} else if (compared && compared.number !== shown.number) {
			const { showsOnlyDiffering } = this.compareBar;
			fill(body, compareTable(compared, shown, this.columns(), showsOnlyDiffering, typed, context));
		} else {
			fill(body, ...recordBody(shown, this.columns(), traces, typed, context));
		}
		sizes.disconnect();
		for (const sized of [body, ...body.querySelectorAll('.with-trace > .trace')]) {
			sizes.observe(sized);
		}
		this.compareBar.draw(!compared ? 'hidden' : compared.number === shown?.number ? 'waiting' : 'comparing');
		this.search.refresh();
	}

	private fetchRecord(): void {
		const { body, context } = this;
		const { state } = context.store;
		const { selection, reading, info } = state;
		if (!isPaneShown(state, 'record')) {
			return;
		}
		const isRead = selection && (selection.number < info.total || reading.kind !== 'reading');
		if (!selection || !isRead) {
			this.fetching.dispose();
			this.shown = undefined;
			this.draw();
			return;
		}
		this.fetching.run(
			async (signal) => {
				body.setAttribute('aria-busy', 'true');
				await pause(this.shown ? rest : 0, signal);
				this.traces.prefetch(selection.number, signal);
				this.shown = await context.host.call('record', { number: selection.number }, { signal });
				body.removeAttribute('aria-busy');
				this.opening.begin(this.left);
				this.left = undefined;
				this.draw();
				this.arrange();
			},
			(error) => this.showFailure(error),
		);
	}

	/** Hides the previous record after an error, so that it isn't mistaken for the requested record. */
	private showFailure(error: unknown): void {
		const { body, context } = this;
		const { t } = context;
		body.removeAttribute('aria-busy');
		this.shown = undefined;
		this.draw();
		const retry = linkButton(t('Retry'), () => this.fetchRecord());
		fill(body, element('p', { class: 'pane-empty' }, t('Failed to load the record.'), ' ', retry));
		context.fail(error);
	}

	private fetchCompared(): void {
		const { store, host, fail } = this.context;
		const number = store.state.comparedWith;
		if (number === undefined) {
			this.compared = undefined;
			this.draw();
			return;
		}
		this.moving.run(async (signal) => {
			this.compared = await host.call('record', { number }, { signal });
			this.draw();
		}, fail);
	}

	private openCopyMenu(anchor: HTMLElement): void {
		if (this.shown) {
			openMenu(anchor, this.context.t('Copy'), recordCopies(this.context, this.shown, this.columns()));
		}
	}

	private onKey(event: KeyboardEvent): void {
		// A control inside the pane may have handled Escape, for example to clear a text box.
		if (event.key === 'Escape' && !event.defaultPrevented) {
			event.preventDefault();
			event.stopPropagation();
			this.actions.leave();
		}
	}

	private update(state: State, previous: State): void {
		if (
			state.selection?.number !== previous.selection?.number ||
			isPaneShown(state, 'record') !== isPaneShown(previous, 'record') ||
			(state.reading.kind !== previous.reading.kind && !this.shown)
		) {
			this.fetchRecord();
		}
		if (state.comparedWith !== previous.comparedWith) {
			this.fetchCompared();
		}
		if (state.panes.recordPlace !== previous.panes.recordPlace || isTriage(state) !== isTriage(previous)) {
			this.head.updatePlace();
		}
		this.head.updatePosition(state);
	}
}
