import { inFile } from './frame';

const list = inFile('notes-flutter/lib/main.dart', (method) => `_NoteListPageState.${method}`);
const store = inFile('notes-flutter/lib/storage/note_store.dart', (method) => `NoteStore.${method}`);
const editor = inFile('notes-flutter/lib/editor/editor_page.dart', (method) => `_EditorPageState.${method}`);
const sync = inFile('notes-flutter/lib/sync/sync_client.dart', (method) => `SyncClient.${method}`);
const search = inFile('notes-flutter/lib/search/note_search.dart', (method) => `NoteSearch.${method}`);

export const flutterFrames = {
	showNotes: list([48, 5], '_load', 'setState(() => _notes = notes)'),
	loadNotes: list([46, 19], '_load', 'await widget.store.load()'),
	findForList: list([53, 38], 'build', 'find(_query)'),
	submit: list([58, 59], 'build', 'best(text)', '_NoteListPageState.build.<anonymous closure>'),
	reload: list([74, 5], '_open', 'await _load()'),
	decode: store([33, 18], 'load', 'jsonDecode(text)'),
	readFile: store([32, 18], 'load', 'await (await _file).readAsString()'),
	readItem: store([34, 38], 'load', 'Note.fromJson(item', 'NoteStore.load'),
	readTitle: store([12, 14], 'fromJson', "json['title']", 'new Note.fromJson'),
	writeFile: store([39, 5], 'save', 'await (await _file).writeAsString('),
	wordCount: editor([45, 46], 'build', '_wordCount!'),
	replaceNote: editor([36, 5], '_save', 'notes[position] = note'),
	writeAll: editor([37, 5], '_save', 'await widget.store.save(notes)'),
	push: editor([38, 5], '_save', 'await _sync.push(note)'),
	refused: sync([28, 7], 'push', 'throw SyncException('),
	put: sync([24, 22], 'push', 'await http'),
	pattern: search([14, 21], 'find', 'RegExp('),
	best: search([19, 24], 'best', 'reduce('),
} as const;
