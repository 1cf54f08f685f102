import type {
	OverviewCommand,
	OverviewHost,
	OverviewStart,
	OverviewState,
	OverviewView,
} from '../../shared/protocols/overviewProtocol';
import type { Channel, Handlers } from '../../shared/rpc';
import { statusLine } from '../common/components/statusLine';
import { textButton } from '../common/dom/button';
import { element, fill } from '../common/dom/element';
import { icon } from '../common/dom/icon';
import { createFormats } from '../common/format/formats';
import { createTranslate } from '../common/format/translate';
import type { RowContext } from './overviewRow';
import { overviewTable } from './overviewTable';

export function createOverview(
	root: HTMLElement,
	host: Channel<OverviewView, OverviewHost>,
	start: OverviewStart,
): Handlers<OverviewView> {
	const page = new OverviewPage(host, start);
	document.documentElement.lang = start.language;
	page.attach(root);
	page.show(start.state);
	page.focus();
	return { show: (state) => page.show(state) };
}

class OverviewPage {
	private readonly context: RowContext;
	private readonly status: ReturnType<typeof statusLine>;
	private readonly table: ReturnType<typeof overviewTable>;
	private readonly facts = element('p', { class: 'header-facts', role: 'status' });
	private readonly notices = element('div', { class: 'notices' });
	private readonly empty = element('section', { class: 'overview-empty' });
	private readonly body: HTMLElement;

	constructor(
		private readonly host: Channel<OverviewView, OverviewHost>,
		{ language, strings }: OverviewStart,
	) {
		const t = createTranslate(strings);
		this.status = statusLine(t);
		this.context = {
			t,
			formats: createFormats(language, 'UTC', t, strings),
			open: (id) => this.act(host.call('open', { id })),
			whatsNew: (id) => this.act(host.call('whatsNew', { id })),
			sync: (id) => this.act(host.call('sync', { id })),
		};
		this.table = overviewTable(this.context);
		this.body = element('main', { class: 'overview-body' }, this.table.root, this.empty);
	}

	attach(root: HTMLElement): void {
		const title = this.context.t('Overview');
		document.title = title;
		root.classList.add('view', 'overview');
		const header = element('header', { class: 'header' }, headerLine(title, this.facts), this.notices);
		fill(root, header, this.body, this.status.root);
	}

	/** Focuses the table, unless another element has the focus. */
	focus(): void {
		if (document.hasFocus() && document.activeElement === document.body) {
			this.table.focus();
		}
	}

	show(state: OverviewState): void {
		const { context, table } = this;
		const { t } = context;
		const rows = state.kind === 'listed' ? state.rows : [];
		table.show(rows);
		this.facts.textContent = rows.length > 0 ? describeRows(rows, context) : '';
		table.root.hidden = rows.length === 0;
		this.empty.hidden = rows.length > 0;
		this.body.ariaBusy = String(state.kind === 'loading');
		const failure = state.kind === 'listed' ? state.failure : undefined;
		fill(
			this.notices,
			failure !== undefined && notice('warning', failure, this.commandButton(t('Retry'), 'refreshApplications')),
			rows.length > 0 &&
				rows.every(({ recent }) => recent === undefined) &&
				notice('info', t('Sync the records of an application to see its numbers here.')),
		);
		fill(this.empty, ...this.describeEmpty(state));
	}

	private describeEmpty(state: OverviewState): readonly HTMLElement[] {
		const { t } = this.context;
		switch (state.kind) {
			case 'signedOut':
				return [
					element('h2', {}, t('No account')),
					element('p', {}, t('Sign in to see your applications, or explore sample data.')),
					element(
						'div',
						{ class: 'overview-actions' },
						this.commandButton(t('Sign In'), 'signIn', 'primary'),
						this.commandButton(t('Explore Sample Data'), 'exploreSampleData'),
					),
				];
			case 'loading':
				return [element('p', { class: 'dim' }, t('Loading applications…'))];
			case 'listed':
				return [
					element('h2', {}, t('No applications')),
					element('p', {}, t('The service returned no applications for this account.')),
					element(
						'div',
						{ class: 'overview-actions' },
						this.commandButton(t('Add Application by ID…'), 'addApplication', 'primary'),
					),
				];
		}
	}

	private commandButton(label: string, command: OverviewCommand, kind?: string): HTMLElement {
		return textButton(label, () => this.act(this.host.call('run', { command })), kind);
	}

	private act(call: Promise<unknown>): void {
		call.catch(this.status.fail);
	}
}

function headerLine(title: string, facts: HTMLElement): HTMLElement {
	return element('div', { class: 'header-line' }, element('h1', { class: 'header-title' }, title), facts);
}

function notice(kind: 'info' | 'warning', text: string, button?: HTMLElement): HTMLElement {
	return element(
		'div',
		{ class: `notice ${kind}` },
		icon(kind),
		element('span', { class: 'notice-text' }, text),
		button,
	);
}

function describeRows(
	rows: Extract<OverviewState, { kind: 'listed' }>['rows'],
	{ t, formats }: Pick<RowContext, 't' | 'formats'>,
): string {
	const changed = rows.filter(
		({ news, recent }) => recent?.spike !== undefined || (news && news.appeared + news.increased > 0),
	).length;
	const all = formats.plural(rows.length, { one: '{0} application', other: '{0} applications' });
	return changed === 0
		? t('{0} · nothing new', all)
		: [all, formats.plural(changed, { one: '{0} with changes', other: '{0} with changes' })].join(' · ');
}
