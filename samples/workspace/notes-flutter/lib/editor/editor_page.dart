import 'package:flutter/material.dart';

import '../storage/note_store.dart';
import '../sync/sync_client.dart';

class EditorPage extends StatefulWidget {
  const EditorPage({super.key, required this.store, required this.note});

  final NoteStore store;
  final Note note;

  @override
  State<EditorPage> createState() => _EditorPageState();
}

class _EditorPageState extends State<EditorPage> {
  final _sync = SyncClient(Uri.parse('https://sync.example.com'));
  late final TextEditingController _text;
  int? _wordCount;

  @override
  void initState() {
    super.initState();
    _text = TextEditingController(text: widget.note.text);
    _text.addListener(_countWords);
  }

  void _countWords() {
    setState(() => _wordCount = _text.text.split(' ').length);
  }

  Future<void> _save() async {
    final note = Note(id: widget.note.id, title: widget.note.title, text: _text.text);
    final notes = await widget.store.load();
    final position = notes.indexWhere((other) => other.id == note.id);
    notes[position] = note;
    await widget.store.save(notes);
    await _sync.push(note);
  }

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      appBar: AppBar(
        title: Text('${widget.note.title}, ${_wordCount!} words'),
        actions: [IconButton(icon: const Icon(Icons.save), onPressed: _save)],
      ),
      body: TextField(controller: _text, maxLines: null),
    );
  }
}
