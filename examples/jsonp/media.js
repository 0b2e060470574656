// Shows the newest pictures of the service in an old page. Needs no library, and nothing that browsers of 2009 lack.
(function () {
  var box = document.getElementById('media');
  var given = /[?&]service=([^&]+)/.exec(location.search);
  var service = given ? decodeURIComponent(given[1]) : box.getAttribute('data-service');

  /** Calls an operation. The answer calls a function with the envelope; its status is in there, as HTTP says 200. */
  function call(address, done) {
    var name = 'media_answer_' + call.count++;
    var script = document.createElement('script');
    var end = function (envelope) {
      clearTimeout(timer);
      // A late answer must find a function, too.
      window[name] = function () {};
      script.parentNode.removeChild(script);
      done(envelope);
    };
    var timer = setTimeout(function () {
      end({ status: 0, message: 'The media library does not answer.' });
    }, 20000);
    window[name] = end;
    script.onerror = function () {
      end({ status: 0, message: 'The media library cannot be reached.' });
    };
    script.src = service + address + '&callback=' + name;
    document.body.appendChild(script);
  }
  call.count = 0;

  var query = 'search=' + encodeURIComponent(box.getAttribute('data-search'));
  call(
    'node.do?' + query + '&search_file_category=1&sort_order=lastmodified&sort_order_seq=desc&paginate=8',
    function (answer) {
      var i, link, image;
      if (answer.status !== 200) {
        link = document.createElement('p');
        link.appendChild(document.createTextNode(answer.message));
        box.appendChild(link);
        return;
      }
      for (i = 0; i < answer.data.length; i++) {
        link = document.createElement('a');
        link.href = service + 'asset.do?preview=' + answer.data[i].id + '&big=true';
        image = document.createElement('img');
        image.src = service + 'asset.do?thumb=' + answer.data[i].id + '&version=' + answer.data[i].version;
        image.alt = '';
        link.appendChild(image);
        link.appendChild(document.createTextNode(answer.data[i].name));
        box.appendChild(link);
      }
    }
  );
})();
