import type { HeaderLine, Reading } from '../../trace/reading';

const terminate = "terminate called after throwing an instance of '";

export function readCppHeader(content: string): Reading | undefined {
	if (content.startsWith(terminate)) {
		return header('exception', content.slice(terminate.length).replace(/'$/, ''), '');
	}
	if (content.startsWith('what(): ')) {
		return { kind: 'headerDetail', message: content.slice('what(): '.length).trim() };
	}
	const sanitizer = /^==\d{1,10}==ERROR: \w{1,40}Sanitizer: (\S{1,80})/.exec(content);
	if (sanitizer) {
		return header('signal', sanitizer[1] ?? '', content.slice(sanitizer[0].length).trim());
	}
	const race = /^WARNING: ThreadSanitizer: (\S.{0,200}?) \(pid=\d{1,10}\)$/.exec(content);
	if (race) {
		return header('signal', race[1] ?? '', '');
	}
	const unhandled = /^Unhandled exception at 0x[\dA-F]{1,16} (?:\(.{1,200}?\) )?in .{1,200}?: (0x[\dA-F]{1,8}): /i.exec(
		content.slice(0, 600),
	);
	if (unhandled) {
		return header('signal', unhandled[1] ?? '', content.slice(unhandled[0].length));
	}
	return undefined;
}

function header(kind: HeaderLine['kind'], type: string, message: string): Reading {
	const line: HeaderLine = { kind, nesting: 'none', type, message };
	return { kind: 'header', header: kind === 'signal' ? { ...line, crashed: true } : line, platform: 'cpp' };
}
