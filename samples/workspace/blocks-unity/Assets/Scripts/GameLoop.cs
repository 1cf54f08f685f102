using System.Collections;
using UnityEngine;

namespace Blocks
{
    public class GameLoop : MonoBehaviour
    {
        [SerializeField] private Board board;
        [SerializeField] private ScoreView scoreView;

        private readonly SaveFile saveFile = new SaveFile();
        private Piece falling;
        private int score;

        private void Start()
        {
            score = saveFile.Read().score;
            StartCoroutine(Fall());
        }

        private void Update()
        {
            if (Input.GetKeyDown(KeyCode.UpArrow))
            {
                falling.Turn();
            }
        }

        private IEnumerator Fall()
        {
            while (true)
            {
                yield return new WaitForSeconds(0.4f);
                Step();
            }
        }

        private void Step()
        {
            board.Place(falling);
            score += 100 * board.ClearFullRows();
            scoreView.Show(score);
        }

        private void OnApplicationPause(bool paused)
        {
            if (paused)
            {
                saveFile.Write(new SavedGame { score = score });
            }
        }
    }
}
