import { fillTemplate, type IssueTracker, type TrackerKind } from './issueTracker';

/** Maximum length of a URL, which has only ASCII characters. Browsers and operating systems truncate longer URLs. */
const maxUrlLength = 2_000;
const maxBodyLength = 1_500;
const maxTitleLength = 300;

const parameters: Readonly<Record<Exclude<TrackerKind, 'template'>, readonly [title: string, body: string]>> = {
	github: ['title', 'body'],
	gitlab: ['issue[title]', 'issue[description]'],
	bitbucket: ['title', 'content'],
	azure: ['[System.Title]', '[Microsoft.VSTS.TCM.ReproSteps]'],
	gitea: ['title', 'body'],
};

interface NewIssue {
	readonly url: string;
	/** True if the URL contains only the beginning of the issue text. */
	readonly isCut: boolean;
}

/**
 * Returns the URL of the page for creating an issue with this Markdown text.
 * @param text Issue text that begins with a heading, which becomes the title
 * @param hint Text at the end of a shortened body that explains how to add the whole text
 */
export function newIssueUrl(tracker: IssueTracker, text: string, hint: string): NewIssue {
	const { title, body } = partsOf(text);
	const most = maxUrlLength - filled(tracker, '', '').length;
	const shownTitle = encodeStart(title, Math.min(maxTitleLength, most));
	const mostBody = Math.min(maxBodyLength, most - shownTitle.length);
	const whole = encode(body);
	const hasBody = tracker.kind !== 'template' || tracker.url.includes('{body}');
	if (hasBody && whole.length <= mostBody) {
		return { url: filled(tracker, shownTitle, whole), isCut: false };
	}
	return { url: filled(tracker, shownTitle, hasBody ? shortened(body, hint, mostBody) : ''), isCut: true };
}

function filled({ kind, url }: IssueTracker, title: string, body: string): string {
	if (kind === 'template') {
		return fillTemplate(url, title, body);
	}
	const [titleName, bodyName] = parameters[kind];
	return `${url}?${encode(titleName)}=${title}&${encode(bodyName)}=${body}`;
}

function partsOf(text: string): { readonly title: string; readonly body: string } {
	const [first = '', ...rest] = text.split('\n');
	return { title: first.replace(/^#+ /, '').trim(), body: rest.join('\n').trim() };
}

/**
 * Shortens a body to whole lines before the first code block, because the content of an unclosed code block would be
 * displayed as Markdown.
 */
function shortened(body: string, hint: string, most: number): string {
	const end = `${encode('\n\n')}${encode(hint)}`;
	let start = '';
	for (const line of body.split('\n')) {
		const next = `${start}${start === '' ? '' : encode('\n')}${encode(line)}`;
		if (line.startsWith('```') || next.length + end.length > most) {
			break;
		}
		start = next;
	}
	return start === '' ? encodeStart(hint, most) : `${start}${end}`;
}

/** Encodes the start of a text. The result has at most `most` characters and ends with a whole character. */
function encodeStart(text: string, most: number): string {
	let encoded = '';
	for (const character of text) {
		const next = encode(character);
		if (encoded.length + next.length > most) {
			break;
		}
		encoded += next;
	}
	return encoded;
}

/**
 * Encodes a URL parameter, including characters that `encodeURIComponent` leaves unchanged and that some programs treat
 * as the end of a URL.
 */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}
