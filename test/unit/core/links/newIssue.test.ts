import assert from 'node:assert/strict';
import { type IssueTracker, trackerOfRemote, trackerOfTemplate } from '../../../../src/core/links/issueTracker';
import { newIssueUrl } from '../../../../src/core/links/newIssueUrl';
import { Random } from '../../../support/random';

const hint = 'Paste the whole text, which is in the clipboard.';

describe('issue tracker of a Git remote', () => {
	for (const [remote, url] of [
		['https://github.com/acme/shop.git', 'https://github.com/acme/shop/issues/new'],
		['git@github.com:acme/shop.git', 'https://github.com/acme/shop/issues/new'],
		['ssh://git@ssh.github.com:443/acme/shop.git', 'https://github.com/acme/shop/issues/new'],
		['https://github.example.com/acme/shop/', 'https://github.example.com/acme/shop/issues/new'],
		['git@gitlab.com:group/sub/team/shop.git', 'https://gitlab.com/group/sub/team/shop/-/issues/new'],
		['ssh://git@gitlab.example:2222/group/shop.git', 'https://gitlab.example/group/shop/-/issues/new'],
		['https://gitlab.example:8443/group/shop.git', 'https://gitlab.example:8443/group/shop/-/issues/new'],
		['git@bitbucket.org:acme/shop.git', 'https://bitbucket.org/acme/shop/issues/new'],
		[
			'https://acme@dev.azure.com/acme/My%20Shop/_git/app',
			'https://dev.azure.com/acme/My%20Shop/_workitems/create/Bug',
		],
		['https://dev.azure.com/acme/_git/shop', 'https://dev.azure.com/acme/shop/_workitems/create/Bug'],
		['git@ssh.dev.azure.com:v3/acme/shop/app', 'https://dev.azure.com/acme/shop/_workitems/create/Bug'],
		[
			'https://acme.visualstudio.com/DefaultCollection/shop/_git/app',
			'https://dev.azure.com/acme/shop/_workitems/create/Bug',
		],
		['https://codeberg.org/acme/shop.git', 'https://codeberg.org/acme/shop/issues/new'],
		['https://acme.ghe.com/acme/shop', 'https://acme.ghe.com/acme/shop/issues/new'],
		['git@gitea.example:acme/shop.git', 'https://gitea.example/acme/shop/issues/new'],
	] as const) {
		it(`finds the issue tracker of the Git remote ${remote}`, () => {
			assert.equal(trackerOfRemote(remote)?.url, url);
		});
	}

	it('removes credentials from the URL of an issue tracker', () => {
		const tracker = trackerOfRemote('https://ana:ghp_secret@github.com/acme/shop.git');
		assert.deepEqual(tracker, {
			kind: 'github',
			host: 'github.com',
			name: 'acme/shop',
			url: 'https://github.com/acme/shop/issues/new',
		});
	});

	for (const remote of [
		'',
		'/srv/git/shop.git',
		'C:\\git\\shop',
		'file:///srv/git/shop.git',
		'javascript:alert(1)',
		'command:workbench.action.quit',
		'ext::sh -c "touch /tmp/x"',
		'https://example.com/acme/shop.git',
		'https://github.com.evil.example/acme/shop.git',
		'https://notgithub.com/acme/shop.git',
		'https://github.com/acme',
		'https://github.com/acme/shop/extra',
		'https://github.com/acme/..%2f..%2flogin',
		'https://github.com/acme/%00shop',
		'https://github.com/acme/shop%3fx=1',
		'https://github.com/acme/<script>',
		'https://github.com/acme/\u202eshop',
		`https://github.com/acme/${'x'.repeat(600)}`,
		'https://dev.azure.com/acme/shop',
	]) {
		it(`finds no issue tracker for the Git remote ${JSON.stringify(remote.slice(0, 60))}`, () => {
			assert.equal(trackerOfRemote(remote), undefined);
		});
	}
});

describe('URL template of an issue tracker', () => {
	it('inserts the encoded title and body into the URL template', () => {
		const tracker = trackerOfTemplate('https://jira.example/create?summary={title}&description={body}&x=1');
		assert(tracker);
		assert.equal(tracker.host, 'jira.example');
		const { url, isCut } = newIssueUrl(tracker, '## A & B {body}\n\nText', hint);
		assert.equal(url, 'https://jira.example/create?summary=A%20%26%20B%20%7Bbody%7D&description=Text&x=1');
		assert.equal(isCut, false);
	});

	it('reports the issue body as truncated if the URL template has no placeholder for the body', () => {
		const tracker = trackerOfTemplate('https://jira.example/create?summary={title}');
		assert.deepEqual(tracker && newIssueUrl(tracker, '## Title\n\nText', hint), {
			url: 'https://jira.example/create?summary=Title',
			isCut: true,
		});
	});

	for (const template of [
		'http://jira.example/?t={title}',
		'command:x?{title}',
		'https://jira.example/',
		'https://jira.example/?t={title}&s={title}',
		'https://{title}/',
		'https://jira.example.{title}/',
		'https://ana:secret@jira.example/?t={title}',
		'https://jira.example/ ?t={title}',
		'https://jira\u0456.example/?t={title}',
		` https://jira.example/?t={title}`,
		`https://jira.example/?${'x'.repeat(500)}={title}`,
	]) {
		it(`rejects the issue URL template ${JSON.stringify(template.slice(0, 50))}`, () => {
			assert.equal(trackerOfTemplate(template), undefined);
		});
	}
});

describe('URL of a new issue', () => {
	const trackers = [
		...[
			'https://github.com/acme/shop',
			'https://gitlab.com/a/b/c/shop',
			'https://bitbucket.org/acme/shop',
			'https://dev.azure.com/acme/shop/_git/app',
			'https://codeberg.org/acme/shop',
			`https://github.com/acme/${'x'.repeat(100)}`,
		].map(trackerOfRemote),
		trackerOfTemplate(`https://jira.example/?${'x'.repeat(400)}&t={title}&b={body}`),
	].map((tracker) => {
		assert(tracker);
		return tracker;
	});
	const valueIn = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';

	it('URL of a new issue contains the complete issue text if the text is short', () => {
		const [tracker] = trackers as [IssueTracker];
		const { url, isCut } = newIssueUrl(tracker, '## `Cart` failed\n\n- **Records:** 3\n', hint);
		assert.equal(isCut, false);
		assert.equal(valueIn(url, 'title'), '`Cart` failed');
		assert.equal(valueIn(url, 'body'), '- **Records:** 3');
	});

	it('truncates a long issue before its code block, at the end of a line, and adds a hint', () => {
		const [tracker] = trackers as [IssueTracker];
		const facts = ['- **Records:** 3', '- **Version:** `3.1 @ana`'];
		const { url, isCut } = newIssueUrl(
			tracker,
			`## Title\n\n${facts.join('\n')}\n\n\`\`\`\`text\n${'frame\n'.repeat(500)}\`\`\`\`\n`,
			hint,
		);
		assert.equal(isCut, true);
		assert.equal(valueIn(url, 'body').replace(/\n+/g, '\n'), [...facts, hint].join('\n'));
	});

	it('limits the issue URL to 2,000 bytes without splitting a character', () => {
		const random = new Random(36);
		const characters: [string, ...string[]] = [
			'a',
			' ',
			'\n',
			'`',
			'&',
			'#',
			'%',
			'+',
			"'",
			'(',
			'漢',
			'é',
			'😀',
			'👩‍👩‍👧',
			'\ud800',
			'\udc00',
			'\u202e',
		];
		for (let round = 0; round < 400; round++) {
			const length = 1 + random.below(round % 10 === 0 ? 50_000 : 2_000);
			const text = random.times(length, () => random.pick(characters)).join('');
			for (const tracker of trackers) {
				const { url, isCut } = newIssueUrl(tracker, `## ${text.slice(0, 300)}\n\n${text}`, hint);
				assert.ok(Buffer.byteLength(url) <= 2_000, `${url.length}`);
				assert.match(url, /^https:\/\/[\x21-\x7e]+$/);
				assert.equal(new URL(url).host, tracker.host);
				assert.doesNotMatch(decodeURIComponent(url), /\p{Cs}/u);
				const body = [...new URL(url).searchParams.values()].at(-1) ?? '';
				assert.ok(isCut || body.trim() !== '' || text.trim() === '');
			}
		}
	});

	it('limits the encoded issue body to 1,500 characters', () => {
		const [tracker] = trackers as [IssueTracker];
		for (const length of [1_499, 1_500, 1_501]) {
			const { url, isCut } = newIssueUrl(tracker, `## T\n\n${'x'.repeat(length)}`, hint);
			assert.equal(isCut, length > 1_500);
			assert.ok((url.split('&body=')[1] ?? '').length <= 1_500);
		}
	});
});
