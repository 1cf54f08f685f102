import { invisible } from '../../core/common/invisible';
import { plainText } from '../../core/common/plainText';

export function visibleLine(text: string): string {
	return plainText(text).replace(invisible, '').trim();
}

/** Matches the start of a CI command (`##[…]`, `##vso[…]`, `##teamcity[…]`), which can be anywhere in a line. */
const commands = /#(?=#(?:vso|teamcity)?\[)/gi;
/** Matches the colon in a log folding marker of Travis CI or GitLab, such as `section_start:…`, anywhere in a line. */
const folds = /(?<=fold|travis_time):(?=(?:start|end):)|(?<=section_(?:start|end)):(?=\d)/gi;
/** Matches lines that start a section in a Buildkite log. */
const section = /^(?:---|\+\+\+|~~~|\^\^\^)(?:\s|$)/;

/** Inserts spaces into text from records, so that CI systems don't interpret it as commands in a build log. */
export function inertLog(text: string): string {
	return text.replace(commands, '# ').replace(folds, ': ').split('\n').map(inertLine).join('\n');
}

/** Neutralizes CI commands in a line. GitHub Actions interprets `::` at the start of a line, even after white space. */
function inertLine(line: string): string {
	const content = line.trimStart();
	if (content.startsWith('::')) {
		return `${line.slice(0, line.length - content.length)}: ${content.slice(1)}`;
	}
	return section.test(line) ? ` ${line}` : line;
}

/** Removes invisible characters, which could hide instructions for agents, and neutralizes CI commands. */
export function inertReport(markdown: string): string {
	return inertLog(markdown.replace(invisible, ''));
}

/** Escapes CI commands in JSON. They occur only inside strings, so the parsed values stay the same. */
export function inertJson(json: string): string {
	return json.replace(commands, '\\u0023').replace(folds, '\\u003a');
}
