import { createHash } from 'node:crypto';
import {
	getShare,
	highest,
	type LinkTo,
	linkTarget,
	type ReportBar,
	type ReportBlock,
	type ReportDocument,
	type ReportLine,
	type ReportTrend,
	type ReportWords,
} from './report';

/** Length of bars and size of trends, in CSS pixels. */
const barLength = 240;
const trendSize = { width: 240, height: 32 };

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1.5rem;overflow-wrap:anywhere}
h1{font-size:1.5rem}
h2{margin-top:2.2rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);font-size:1.2rem}
h3{margin:1.6rem 0 .3rem;font-size:1rem}
p,ul{margin:.3rem 0}
code{padding:0 .25em;border-radius:3px;background:color-mix(in srgb,CanvasText 8%,Canvas);font:.92em ui-monospace,monospace;white-space:pre-wrap}
table{margin:.5rem 0;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .8rem .2rem 0;text-align:end;vertical-align:top}
th:first-child,td:first-child{text-align:start}
thead th{border-bottom:1px solid color-mix(in srgb,CanvasText 30%,Canvas)}
tbody th{font-weight:normal}
svg{display:block;fill:color-mix(in srgb,CanvasText 60%,Canvas)}
.chart th,.chart td{padding-block:.1rem;text-align:start}
.chart th:empty{display:none}`;

/** Returns a self-contained HTML page whose Content Security Policy forbids scripts and external resources. */
export function reportHtml({ title, language, blocks }: ReportDocument, linkTo: LinkTo): string {
	const hash = createHash('sha256').update(style).digest('base64');
	return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${blocks.map((block) => blockOf(block, linkTo)).join('\n')}
</main>
</body>
</html>
`;
}

function blockOf(block: ReportBlock, linkTo: LinkTo): string {
	switch (block.kind) {
		case 'heading':
			return `<h${block.level}>${getLine(block.line, linkTo)}</h${block.level}>`;
		case 'paragraph':
			return `<p>${getLine(block.line, linkTo)}</p>`;
		case 'list':
			return `<ul>\n${block.items.map((item) => `<li>${getLine(item, linkTo)}</li>`).join('\n')}\n</ul>`;
		case 'table':
			return getTable(
				'',
				block.head.map((cell) => `<th scope="col">${wordsOf(cell, linkTo)}</th>`),
				block.rows.map(([first = '', ...rest]) =>
					rowOf(
						wordsOf(first, linkTo),
						rest.map((words) => wordsOf(words, linkTo)),
					),
				),
			);
		case 'bars':
			return getTable('chart', [], getBars(block.bars));
		case 'trends':
			return getTable('chart', [], trendsOf(block.trends));
	}
}

function getLine(line: ReportLine, linkTo: LinkTo): string {
	return line.map((words) => wordsOf(words, linkTo)).join('');
}

function wordsOf(words: ReportWords, linkTo: LinkTo): string {
	if (typeof words === 'string') {
		return escaped(words);
	}
	if ('foreign' in words) {
		return words.foreign === '' ? '' : `<code><bdi>${escaped(words.foreign)}</bdi></code>`;
	}
	const [text, target] = [`<code>${escaped(words.link.label)}</code>`, linkTarget(words.link, linkTo)];
	return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`;
}

function getTable(className: string, head: readonly string[], rows: readonly string[]): string {
	return [
		className === '' ? '<table>' : `<table class="${className}">`,
		...(head.length > 0 ? [`<thead><tr>${head.join('')}</tr></thead>`] : []),
		`<tbody>\n${rows.join('\n')}\n</tbody>`,
		'</table>',
	].join('\n');
}

function rowOf(head: string, cells: readonly string[]): string {
	return `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function getBars(bars: readonly ReportBar[]): string[] {
	const most = Math.max(...bars.map(({ count }) => count), 1);
	return bars.map(({ label, count, words }) => {
		const bar = `<rect width="${getShare(count, most, barLength)}" height="12"/>`;
		return rowOf(escaped(label), [
			`<svg width="${barLength}" height="12" aria-hidden="true">${bar}</svg>`,
			escaped(words),
		]);
	});
}

function trendsOf(trends: readonly ReportTrend[]): string[] {
	const most = highest(trends);
	const { width, height } = trendSize;
	return trends.map(({ label, counts, words }) => {
		const step = Math.floor(width / Math.max(1, counts.length));
		const bars = counts.map((count, index) => {
			const high = getShare(count, most, height);
			return `<rect x="${index * step}" y="${height - high}" width="${Math.max(1, step - 1)}" height="${high}"/>`;
		});
		const drawing = `<svg width="${step * counts.length}" height="${height}" aria-hidden="true">${bars.join('')}</svg>`;
		return rowOf(escaped(label), [drawing, escaped(words)]);
	});
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const disruptive = /[\0-\x1f\x7f-\x9f\u2028\u2029]/g;

function escaped(text: string): string {
	return text
		.replace(disruptive, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
