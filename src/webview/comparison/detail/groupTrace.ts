import type { ComparedSide } from '../../../shared/comparison';
import { DisposableOwner } from '../../../shared/disposables';
import type { ComparedRow } from '../../../shared/protocols/comparisonProtocol';
import type { TraceLine, TraceView } from '../../../shared/traceView';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import type { PageContext } from '../context/pageContext';

/** Maximum number of lines to show. The diff editor and the results view show the complete trace. */
const maxLines = 60;

export class GroupTrace extends DisposableOwner {
	readonly root: HTMLElement;
	/** Link to the first frame in the user's code. Empty if the workspace doesn't contain the frame's source file. */
	readonly frame = element('span', { class: 'detail-link' });
	private readonly asking = this.owned.add(new Latest());
	private readonly heading = element('h3');
	private readonly lines = element('div', { class: 'trace-lines' });
	private shown: { readonly side: ComparedSide; readonly number: number } | undefined;

	constructor(private readonly context: PageContext) {
		super();
		this.root = element('section', { class: 'group-trace', hidden: true }, this.heading, this.lines);
		oneStop(this.lines);
	}

	show(row: ComparedRow): void {
		const side = row.after ? 'after' : 'before';
		const number = row[side]?.firstRecord;
		this.shown = number === undefined ? undefined : { side, number };
		this.root.hidden = true;
		fill(this.frame);
		this.refresh();
	}

	refresh(): void {
		const { shown, asking, context } = this;
		asking.dispose();
		if (shown) {
			asking.run(async (signal) => this.draw(await context.host.call('trace', shown, { signal })), context.fail);
		}
	}

	private draw(view: TraceView | undefined): void {
		const { t, formats } = this.context;
		const lines = view?.lines ?? [];
		this.root.hidden = lines.length === 0;
		this.heading.textContent = this.shown?.side === 'before' ? t('Stack trace (before)') : t('Stack trace (after)');
		const first = lines.findIndex((line) => line.first);
		const link = lines[first]?.link;
		fill(this.frame, link && this.link(lines[first], first, link));
		const more = lines.length - maxLines;
		fill(
			this.lines,
			...lines.slice(0, maxLines).map((line, index) => this.line(line, index)),
			more > 0 &&
				element('div', { class: 'dim' }, formats.plural(more, { one: '{0} more line', other: '{0} more lines' })),
		);
	}

	private line(line: TraceLine, index: number): HTMLElement {
		const { text, link, library } = line;
		return element(
			'div',
			{ class: library ? 'trace-line dim' : 'trace-line' },
			visibleText(link ? text.slice(0, link.start) : text),
			link && this.link(line, index, link),
			link && visibleText(text.slice(link.end)),
		);
	}

	private link(
		{ text = '' }: Partial<TraceLine> = {},
		line: number,
		link: NonNullable<TraceLine['link']>,
	): HTMLElement {
		const { host, t, announce, fail } = this.context;
		const open = ({ ctrlKey, metaKey, altKey }: MouseEvent) => {
			if (this.shown) {
				const beside = ctrlKey || metaKey || altKey;
				host.call('openFrame', { ...this.shown, line, text, beside }).then(announce, fail);
			}
		};
		const title = t('Open the source file (Ctrl+click to open it to the side)');
		const words = visibleText(text.slice(link.start, link.end));
		return element('button', { type: 'button', class: 'link', title, on: { click: open } }, words);
	}
}
